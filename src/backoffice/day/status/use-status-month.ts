// The month that the status page shows: the current one at first, then whichever is asked for; the last asked for wins.
import { useState } from 'react';
import { type Month, monthsBetween } from '#domain/calendar/month.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { useLoad } from '#web/use-load.ts';
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

/** `current` is the current month as of the last look; a new look brings the shown one again, too. */
export function useStatusMonth(current: StatusMonth): ShownMonth {
  const dialogs = useDialogs();
  const address = useMonthInAddress();
  const [wanted, setWanted] = useState<Month>(address.wanted ?? current);
  const isCurrent = monthsBetween(wanted, current) === 0;
  const goBack = () => setWanted(current);
  const { data } = useLoad(changeStatusMonth, isCurrent ? null : { year: wanted.year, month: wanted.month }, {
    freshness: current,
    onRefused: (refusal) => void dialogs.failure(refusal).then(goBack),
    onFailed: goBack,
  });
  const month = isCurrent || !data ? current : data;

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
