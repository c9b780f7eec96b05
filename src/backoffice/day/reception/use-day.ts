// The day that a desk shows: loaded, polled, and replaced by what the desk's own acts have answered.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ReceptionDay } from '#backoffice/shared/contract-reception.ts';
import { readReceptionDate, receptionOn } from '#backoffice/shared/open-screens.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { useLoad } from '#web/use-load.ts';
import { openReceptionList } from './contract.ts';
import { changedRows, shiftOf } from './desk.ts';

const FLASH_MS = 3_000;

interface Shown {
  day: ReceptionDay;
  shift: number;
  /** What was today when it was opened. */
  openedOn: PlainDate;
  flashing: ReadonlySet<number>;
}

/** What another desk has marked since flashes. */
function showNext(last: Shown | null, day: ReceptionDay): Shown {
  const isSameDay = last?.day.date === day.date;
  const { year, month, day: date } = day.now;
  return {
    day,
    shift: shiftOf(day, Date.now()),
    openedOn: last && isSameDay ? last.openedOn : `${year}-${month}-${date}`,
    flashing: new Set(last && isSameDay ? changedRows(last.day.rows, day.rows) : []),
  };
}

export function useDay() {
  const navigate = useNavigate();
  const { pathname, search, key } = useLocation();
  const { data, isLoading, replace, polling } = useLoad(
    openReceptionList,
    { date: readReceptionDate(search), version: null },
    {
      // The menu leads to today, also from here and past midnight, when the address stays the same.
      freshness: key,
      polling: {
        input: ({ day }) => ({ date: day?.date ?? null, version: day?.version ?? null }),
        isNewer: ({ day }) => day !== null,
      },
    },
  );
  const day = data?.day ?? null;
  const current = useRef(day);
  current.current = day;
  const [shown, setShown] = useState<Shown | null>(null);
  if (day && shown?.day !== day) setShown(showNext(shown, day));

  /** Asks something that answers with the day as it is after it. */
  const ask = useCallback(
    async <T extends ReceptionDay>(question: () => Promise<T>): Promise<T> => {
      const answer = await question();
      if (answer.date === current.current?.date) replace({ isSame: false, day: answer });
      return answer;
    },
    [replace],
  );

  /** Null = today. */
  const open = (date: PlainDate | null) => navigate(receptionOn(pathname, date));

  const flashing = shown?.flashing;
  useEffect(() => {
    if (!flashing?.size) return;
    const timer = setTimeout(() => setShown((last) => last && { ...last, flashing: new Set() }), FLASH_MS);
    return () => clearTimeout(timer);
  }, [flashing]);

  return { shown, isLoading, ask, open, polling };
}
