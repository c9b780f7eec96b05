// What a desk does: marks people, takes the last one back, shows what came of it, and gets it through where no answer comes.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Finding } from '#backoffice/reservations/find/finder.ts';
import {
  aboutReservation,
  type Marked,
  markReception,
  type ReceptionDay,
  type ReceptionRow,
  scanReception,
} from '#backoffice/shared/contract-reception.ts';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { RECEPTION_WORDS, type Reception } from '#domain/reservation/reservation-status.ts';
import { createPreference } from '#web/preferences.ts';
import { CallFailed, send } from '#web/send.ts';
import { type Dialogs, useDialogs } from '#web/ui/dialogs.tsx';
import { markRest } from './contract.ts';

/**
 * Sent again for whoever has logged in or wants to, as a mark that stands already stays as it is. The answer is null where it is given up;
 * where one that was sent before was lost, it may have been done all the same.
 */
export async function retry<T>(dialogs: Pick<Dialogs, 'systemError'>, work: () => Promise<T>) {
  let wasLost = false;
  for (;;) {
    try {
      return { answer: await work(), wasLost };
    } catch (error) {
      if (error instanceof CallFailed && error.isRefusal) return { answer: error, wasLost };
      wasLost ||= error instanceof CallFailed && error.isLost;
      if (!(await dialogs.systemError(error, { canRetry: true }))) return { answer: null, wasLost };
    }
  }
}

export type DeskMessage =
  | { kind: 'arrived'; row: ReceptionRow }
  | { kind: 'already'; row: ReceptionRow }
  | { kind: 'note'; text: string; isDone?: boolean }
  /** Nobody of this day: who it may be on another one. */
  | { kind: 'elsewhere'; finding: Finding }
  | { kind: 'refused'; sentence: string; about: { number: number; name: string } | null };

interface Last {
  date: PlainDate;
  rows: readonly ReceptionRow[];
  to: Reception;
}

type Ask = <T extends ReceptionDay>(question: () => Promise<T>) => Promise<T>;

function aboutOf({ report: message }: CallFailed) {
  const about = message.body ? aboutReservation.decode(message.body) : null;
  return about?.ok ? about.value : null;
}

const rowOf = ({ rows }: ReceptionDay, number: number) => rows.find((row) => row.number === number) ?? null;

const nameOf = ({ name }: ReceptionRow) => `${withNarrowBlanks(name)} 様`;

export function useDesk(date: PlainDate | null, ask: Ask, refresh: () => void) {
  const dialogs = useDialogs();
  const [message, setMessage] = useState<DeskMessage | null>(null);
  const [lastAnywhere, setLast] = useState<Last | null>(null);
  const last = lastAnywhere?.date === date ? lastAnywhere : null;
  // What was said was about the day before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it is another day
  useEffect(() => setMessage(null), [date]);
  /** One after the other, however fast somebody scans. */
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const inQueue = useCallback(<T>(work: () => Promise<T>): Promise<T> => {
    const next = queue.current.then(work, work);
    queue.current = next.catch(() => {});
    return next;
  }, []);

  function refuse(failure: CallFailed): void {
    playTone('wrong');
    setMessage({ kind: 'refused', sentence: failure.sentences[0] ?? '', about: aboutOf(failure) });
    refresh();
  }

  /**
   * False where nothing was done, so that what was typed may stand again. `from` is what this desk saw: what has changed since,
   * while an answer was lost, it has changed itself.
   */
  const carryOut = (
    { number, from, to }: { number: number; from: Reception; to: Reception },
    question: () => Promise<Marked>,
    show: (row: ReceptionRow, isAlready: boolean) => void,
  ): Promise<boolean> =>
    inQueue(async () => {
      const { answer, wasLost } = await retry(dialogs, () => ask(question));
      if (answer === null) return false;
      if (answer instanceof CallFailed) {
        refuse(answer);
        // It is not as this desk has left it: there is nothing of its own to take back.
        setLast((now) => (now?.rows.some((row) => row.number === number) ? null : now));
      } else {
        const row = rowOf(answer, number);
        const isAlready = answer.isAlready && !(wasLost && from !== to);
        if (!row) return true;
        const before = { ...row, reception: from === to ? 'none' : from };
        if (!isAlready) setLast(to === 'none' ? null : { date: answer.date, rows: [before], to });
        show(row, isAlready);
      }
      return true;
    });

  function welcome(row: ReceptionRow, isAlready: boolean): void {
    setMessage({ kind: isAlready ? 'already' : 'arrived', row });
    playTone(isAlready ? 'wrong' : 'done');
  }

  const scan = (day: ReceptionDay, number: number) => {
    const from = rowOf(day, number)?.reception ?? 'none';
    return carryOut({ number, from, to: 'arrived' }, () => send(scanReception, { date: day.date, number }), welcome);
  };

  const mark = ({ number, reception: before }: ReceptionRow, to: Reception) =>
    carryOut(
      { number, from: before, to },
      () => send(markReception, { number, reception: to, before }),
      (row, isAlready) => {
        if (to === 'arrived') return welcome(row, isAlready);
        const what = to === 'no_show' ? 'を未受診にしました。' : 'の受付を取り消しました。';
        setMessage({ kind: 'note', text: nameOf(row) + what });
      },
    );

  /** Those without a mark have not come; with `none`, those of whom that was said are awaited again. */
  const markMany = (day: PlainDate, rows: readonly ReceptionRow[], to: 'no_show' | 'none') =>
    inQueue(async () => {
      const numbers = rows.map(({ number }) => number);
      const { answer } = await retry(dialogs, () => ask(() => send(markRest, { date: day, numbers, reception: to })));
      if (answer === null) return;
      if (answer instanceof CallFailed) return refuse(answer);
      // By what stands there, also where the first answer was lost.
      const marked = rows.filter(({ number }) => rowOf(answer, number)?.reception === to);
      // Where another desk has marked some of them meanwhile, they are not this one's to take back.
      const isOurs = to !== 'none' && answer.count > 0 && answer.count === marked.length;
      setLast(isOurs ? { date: day, rows: marked, to } : null);
      setMessage({
        kind: 'note',
        text: `${marked.length} 名${to === 'none' ? 'の未受診を取り消し' : 'を未受診にし'}ました。`,
      });
    });

  /** It can be tried again until it is done or refused. What it brings back is not taken back once more. */
  function undo(): void {
    const [row, ...more] = last?.rows ?? [];
    if (!last || !row) return;
    if (more.length > 0) void markMany(last.date, last.rows, 'none');
    else void mark({ ...row, reception: last.to }, row.reception).then((isDone) => isDone && setLast(null));
  }

  const markOthers = async (day: ReceptionDay, rows: readonly ReceptionRow[]) => {
    const sentence = `来院していない ${rows.length} 名を未受診にします。`;
    if (!(await dialogs.confirm(sentence, { title: '未受診', ok: '未受診にする', details: listNames(rows) }))) return;
    await markMany(day.date, rows, 'no_show');
  };

  const undone = last && { names: last.rows.map(nameOf), what: RECEPTION_WORDS[last.to] };
  return { message, showMessage: setMessage, undone, undo, scan, mark, markOthers };
}

const MOST_NAMED = 20;

function listNames(rows: readonly ReceptionRow[]): string {
  const more = rows.length - MOST_NAMED;
  return `${rows.slice(0, MOST_NAMED).map(nameOf).join('、')}${more > 0 ? `　ほか ${more} 名` : ''}`;
}

export type Desk = ReturnType<typeof useDesk>;

export const hasTone = createPreference<boolean>('reception-tone', true);

const TONES = { done: { hertz: 1046, seconds: 0.12 }, wrong: { hertz: 220, seconds: 0.35 } } as const;

let sound: AudioContext | null = null;

function playTone(kind: keyof typeof TONES): void {
  if (!hasTone.get() || typeof AudioContext === 'undefined') return;
  const { hertz, seconds } = TONES[kind];
  sound ??= new AudioContext();
  const [source, volume] = [sound.createOscillator(), sound.createGain()];
  source.frequency.value = hertz;
  volume.gain.setValueAtTime(0.2, sound.currentTime);
  // Down to nothing at the end, which would click otherwise.
  volume.gain.linearRampToValueAtTime(0, sound.currentTime + seconds);
  source.connect(volume).connect(sound.destination);
  source.start();
  source.stop(sound.currentTime + seconds);
}
