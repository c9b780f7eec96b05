// The parts of the detail that are saved by themselves, beside the form: the person's correction, the note about them, and the staff's memo.
import { useCallback, useState } from 'react';
import type { Reservation } from './notification.ts';

/** `Saved` is what is known of it when it was saved: the reservation's version, or what stands there. */
export interface PartProps<Saved> {
  data: Reservation;
  /** Whether something stands there that is not saved. It must stay the same function. */
  onUnsaved(isUnsaved: boolean): void;
  onSaved(saved: Saved): unknown;
  /** Loads what is newer under what was typed; false where nothing is. */
  renew(): Promise<boolean>;
}

export function useOwnParts() {
  const [isCorrecting, setCorrecting] = useState(false);
  const [isCorrected, onCorrection] = useState(false);
  const [wasCorrecting, setWasCorrecting] = useState(false);
  const [corrected, setCorrected] = useState('');
  const [isMemoTyped, onMemo] = useState(false);
  const [isNoteTyped, onNote] = useState(false);
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
    corrected,
    setCorrected,
    /** What was typed beside the form, by the names of its panels. */
    typed: [isNoteTyped && '申し送り', isMemoTyped && 'スタッフメモ'].filter((name) => name !== false),
    isUnsaved: isCorrected || isMemoTyped || isNoteTyped,
    onCorrection,
    onMemo,
    onNote,
  };
}
