// The day that a desk shows: loaded, watched, and replaced by whatever answer was asked for last.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { CallFailed, send } from '#web/send.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { readReceptionDate, receptionOn } from '../open-reception.ts';
import { useWatch } from '../use-watch.ts';
import { shiftOf } from './clock.ts';
import { openReceptionList, type ReceptionDay, watchReception } from './contract.ts';
import { turned } from './desk.ts';
import { type Turn, Turns } from './turns.ts';

const FLASH_MS = 3_000;

interface Shown {
  day: ReceptionDay;
  /** How far the server's clock is ahead. */
  shift: number;
  /** What was today when it was opened. */
  openedOn: PlainDate;
  flashing: ReadonlySet<number>;
}

export function useDay() {
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const { pathname, search, key } = useLocation();
  const date = readReceptionDate(search);
  const [shown, setShown] = useState<Shown | null>(null);
  const [isLoading, setLoading] = useState(true);
  const current = useRef<ReceptionDay | null>(null);
  const [turns] = useState(() => new Turns());
  /** Acts under way: their answers tell the day as it is after them. */
  const acting = useRef(0);

  const lookLater = useRef(() => {});

  const show = useCallback(
    (day: ReceptionDay, turn: Turn) => {
      if (!turns.take(turn)) return;
      lookLater.current();
      const before = current.current?.date === day.date ? current.current.rows : day.rows;
      current.current = day;
      const { year, month, day: date } = day.now;
      const openedOn = `${year}-${month}-${date}`;
      setShown((last) => ({
        day,
        shift: shiftOf(day, Date.now()),
        openedOn: last?.day.date === day.date ? last.openedOn : openedOn,
        flashing: new Set(turned(before, day.rows)),
      }));
    },
    [turns],
  );

  /** Asks something that answers with the day; what is asked later is shown over it. */
  const ask = useCallback(
    async <T extends ReceptionDay>(question: () => Promise<T>): Promise<T> => {
      const turn = turns.ask();
      acting.current++;
      try {
        const answer = await question();
        if (answer.date === current.current?.date) show(answer, turn);
        return answer;
      } finally {
        acting.current--;
      }
    },
    [show, turns],
  );

  const load = useCallback(
    async (date: PlainDate | null) => {
      const turn = turns.open();
      setLoading(true);
      for (let again = true; again; ) {
        try {
          const { day } = await send(openReceptionList, { date, version: null });
          // Otherwise another day was asked for meanwhile, which is on its way.
          if (day && turns.isLatest(turn)) show(day, turn);
          again = false;
        } catch (error) {
          again = turns.isLatest(turn) && (await dialogs.systemError(error, { canRetry: true }));
        }
      }
      if (turns.isLatest(turn)) setLoading(false);
    },
    [dialogs, show, turns],
  );

  // The menu leads to today, also from here and past midnight, when the address stays the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever one comes here
  useEffect(() => {
    void load(date);
  }, [load, date, key]);

  /** Null = today. */
  const open = (date: PlainDate | null) => navigate(receptionOn(pathname, date));

  const watch = useWatch(async (signal, isHeld) => {
    if (!current.current || acting.current > 0) return true;
    const { date, version } = current.current;
    try {
      if (isHeld && (await send(watchReception, { date, version }, { signal })).isSame) return true;
      const turn = turns.ask();
      const { day } = await send(openReceptionList, { date, version }, { signal });
      if (day) show(day, turn);
      return true;
    } catch (error) {
      if (error instanceof CallFailed && (error.is('NoSession') || error.is('Forbidden'))) {
        return dialogs.systemError(error);
      }
      return false;
    }
  });

  lookLater.current = watch.lookLater;

  const flashing = shown?.flashing;
  useEffect(() => {
    if (!flashing?.size) return;
    const timer = setTimeout(() => setShown((last) => last && { ...last, flashing: new Set() }), FLASH_MS);
    return () => clearTimeout(timer);
  }, [flashing]);

  return { shown, isLoading, ask, open, watch };
}
