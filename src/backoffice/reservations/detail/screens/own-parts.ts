// The parts of the detail that are saved by themselves, beside the form: the person's correction, and the staff's memo.
import { useCallback, useState } from 'react';
import type { Reservation } from './words.ts';

export interface PartProps {
  data: Reservation;
  /** Whether something stands there that is not saved. It must stay the same function. */
  onUnsaved(isUnsaved: boolean): void;
  /** It was saved, as this version of the reservation. */
  onSaved(version: string): Promise<void>;
  /** Loads what is newer under what was typed; false where nothing is. */
  renew(): Promise<boolean>;
}

/** Which of them has something that is not saved. */
export function useOwnParts() {
  const [isCorrecting, setCorrecting] = useState(false);
  const [isCorrected, onCorrection] = useState(false);
  const [wasCorrecting, setWasCorrecting] = useState(false);
  const [corrected, setCorrected] = useState('');
  const [isMemoTyped, onMemo] = useState(false);
  /** A memo that was saved is written again from there. */
  const [saves, setSaves] = useState(0);
  return {
    isCorrecting,
    /** The person is shown again, after they were being corrected. */
    wasCorrecting,
    setCorrecting: useCallback((is: boolean) => {
      setCorrecting(is);
      if (is) setCorrected('');
      setWasCorrecting(!is);
      onCorrection(false);
    }, []),
    /** What was saved of them, in words. */
    corrected,
    setCorrected,
    isMemoTyped,
    isUnsaved: isCorrected || isMemoTyped,
    onCorrection,
    onMemo,
    memoKey: saves,
    restartMemo: () => setSaves((before) => before + 1),
  };
}
