// The month that the status page shows: the current one at first, then whichever is asked for; the last asked for wins.
import { useEffect, useState } from 'react';
import { type Month, monthsBetween } from '#domain/calendar/month.ts';
import { send } from '#web/send.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { useMonthInAddress } from '#web/use-month-in-address.ts';
import { changeStatusMonth } from './contract.ts';
import type { StatusMonth } from './month-view.ts';

interface ShownMonth {
  month: StatusMonth;
  /** The one that is on its way, which is the same when none is. */
  wanted: Month;
  isLoading: boolean;
  show(month: Month): void;
}

/** `current` is the current month as of the last look; a new look brings the shown one anew, too. */
export function useStatusMonth(current: StatusMonth): ShownMonth {
  const dialogs = useDialogs();
  const [other, setOther] = useState<StatusMonth | null>(null);
  const address = useMonthInAddress();
  const [wanted, setWanted] = useState<Month>(address.wanted ?? current);
  const isCurrent = monthsBetween(wanted, current) === 0;
  const month = isCurrent || !other ? current : other;

  useEffect(() => {
    if (isCurrent) return;
    const abort = new AbortController();
    send(changeStatusMonth, { year: wanted.year, month: wanted.month }, { signal: abort.signal })
      .then((reply) => !abort.signal.aborted && setOther(reply))
      .catch(async (error) => {
        if (abort.signal.aborted) return;
        // Who has logged in again to go on gets the month that was asked for.
        const goesOn = await dialogs.failure(error);
        setWanted(goesOn ? { ...wanted } : current);
      });
    return () => abort.abort();
  }, [wanted, isCurrent, current, dialogs]);

  return {
    month,
    wanted,
    isLoading: month.year !== wanted.year || month.month !== wanted.month,
    show(next) {
      setWanted(next);
      address.keep(monthsBetween(next, current) === 0 ? null : next);
    },
  };
}
