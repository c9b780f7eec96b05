// What a desk does: marks people, takes the last one back, and tells what came of it.
import { useCallback, useRef, useState } from 'react';
import { narrowBlank } from '#backoffice/names.ts';
import type { Reception } from '#domain/reservation/reception.ts';
import { CallFailed, send } from '#web/send.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import {
  aboutReservation,
  type Marked,
  markReception,
  markRest,
  type ReceptionDay,
  type ReceptionRow,
  scanReception,
} from './contract.ts';
import { persist } from './persist.ts';
import { playTone } from './tone.ts';

/** What the line beside the field tells. */
export type Told =
  | { kind: 'arrived'; row: ReceptionRow }
  | { kind: 'already'; row: ReceptionRow }
  | { kind: 'said'; text: string }
  | { kind: 'refused'; sentence: string; about: { number: number; name: string } | null };

/** The last arrival of this desk, and what stood there before. */
interface Last {
  row: ReceptionRow;
  from: Reception;
}

type Ask = <T extends ReceptionDay>(question: () => Promise<T>) => Promise<T>;

function aboutOf({ told }: CallFailed) {
  const about = told.body ? aboutReservation.decode(told.body) : null;
  return about?.ok ? about.value : null;
}

const rowOf = ({ rows }: ReceptionDay, number: number) => rows.find((row) => row.number === number) ?? null;

export function useDesk(ask: Ask, refresh: () => void) {
  const dialogs = useDialogs();
  const [told, setTold] = useState<Told | null>(null);
  const [last, setLast] = useState<Last | null>(null);
  /** One after the other, however fast somebody scans. */
  const turn = useRef<Promise<unknown>>(Promise.resolve());

  const inTurn = useCallback(<T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.current.then(work, work);
    turn.current = next.catch(() => {});
    return next;
  }, []);

  function refuse(failure: CallFailed): void {
    playTone('wrong');
    setTold({ kind: 'refused', sentence: failure.sentences[0] ?? '', about: aboutOf(failure) });
    refresh();
  }

  /**
   * False where nothing was done, so that what was typed may stand again. `from` is what this desk saw: what has turned since,
   * while an answer was lost, it has turned itself.
   */
  const carryOut = (
    { number, from, to }: { number: number; from: Reception; to: Reception },
    question: () => Promise<Marked>,
    tell: (row: ReceptionRow, isAlready: boolean) => void,
  ): Promise<boolean> =>
    inTurn(async () => {
      const { answer, wasLost } = await persist(dialogs, () => ask(question));
      if (answer === null) return false;
      if (answer instanceof CallFailed) {
        refuse(answer);
        // It is not as this desk has left it: there is nothing of its own to take back.
        setLast((now) => (now?.row.number === number ? null : now));
      } else {
        const row = rowOf(answer, number);
        if (row) tell(row, answer.isAlready && !(wasLost && from !== to));
      }
      return true;
    });

  function welcome(row: ReceptionRow, isAlready: boolean, from: Reception): void {
    setTold({ kind: isAlready ? 'already' : 'arrived', row });
    playTone(isAlready ? 'wrong' : 'done');
    if (!isAlready) setLast({ row, from });
  }

  const scan = (day: ReceptionDay, number: number) => {
    const from = rowOf(day, number)?.reception ?? 'none';
    return carryOut(
      { number, from, to: 'arrived' },
      () => send(scanReception, { date: day.date, number }),
      (row, isAlready) => welcome(row, isAlready, from === 'arrived' ? 'none' : from),
    );
  };

  const mark = ({ number, reception: before }: ReceptionRow, to: Reception) =>
    carryOut(
      { number, from: before, to },
      () => send(markReception, { number, reception: to, before }),
      (row, isAlready) => {
        if (to === 'arrived') return welcome(row, isAlready, before);
        setLast((now) => (now?.row.number === number ? null : now));
        const what = to === 'no_show' ? '未受診にしました。' : 'の受付を取り消しました。';
        setTold({ kind: 'said', text: `${narrowBlank(row.name)} 様${to === 'no_show' ? 'を' : ''}${what}` });
      },
    );

  /** It can be tried again until it is done or refused. */
  const undo = () => {
    if (last) void mark({ ...last.row, reception: 'arrived' }, last.from);
  };

  const markOthers = async (day: ReceptionDay, rows: readonly ReceptionRow[]) => {
    const sentence = `来院していない ${rows.length} 名を未受診にします。`;
    if (!(await dialogs.confirm(sentence, { title: '未受診', ok: '未受診にする' }))) return;
    await inTurn(async () => {
      const numbers = rows.map(({ number }) => number);
      const { answer } = await persist(dialogs, () => ask(() => send(markRest, { date: day.date, numbers })));
      if (answer instanceof CallFailed) refuse(answer);
      else if (answer) setTold({ kind: 'said', text: `${answer.count} 名を未受診にしました。` });
    });
  };

  return { told, tell: setTold, last, scan, mark, undo, markOthers };
}

export type Desk = ReturnType<typeof useDesk>;
