// What is about to be done to many reservations, and the batch that was done last, so that it can be undone from this tab.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { LiveStatus } from '#domain/reservation/reservation-status.ts';
import { createStore } from '#web/store.ts';
import { inWords, type Listed, type Run, type RunWords } from '../run.ts';

export interface Selected extends Listed {
  slotCode: string;
}

export interface Target extends Selected {
  to: { visitDate: PlainDate; slotCode: string; startTime: string; status: LiveStatus | 'cancel_confirmed' | null };
}

export interface Plan {
  act: 'move' | 'cancel' | 'undo';
  targets: readonly Target[];
  cancelReason: string | null;
  sendMail: boolean;
  notice: string;
}

export const WORDS: Readonly<Record<Plan['act'], RunWords>> = {
  move: { title: '受診日の移動', did: '移し', could: '移せ', already: 'すでにその日時でした。' },
  cancel: { title: '予約の取り消し', did: '取り消し', could: '取り消せ', already: 'すでに取り消されていました。' },
  undo: { title: '元に戻す', did: '元に戻し', could: '元に戻せ', already: 'すでに元のとおりでした。' },
};

interface Batch {
  act: Plan['act'];
  /** What was done, as it stands since, with what it was before. */
  targets: readonly Target[];
}

export const editedBatch = createStore<Batch>('office/batch', { act: 'move', targets: [] }, { holdsPerson: true });

/** Of what was undone, only what was not come to stays. */
export function rememberForUndo({ act, targets }: Plan, { results, left }: Run<Target>): void {
  const versionOf = new Map(
    results.filter(({ outcome }) => outcome === 'done').map((one) => [one.number, one.version]),
  );
  const done = targets.flatMap((target) => {
    const version = versionOf.get(target.number);
    return version ? [toUndo(target, version)] : [];
  });
  editedBatch.set(act === 'undo' ? { targets: left } : { act, targets: done });
}

function toUndo({ number, name, hasMail, status, visitDate, slotCode, startTime }: Target, version: string): Target {
  const before = { visitDate, slotCode, startTime, status };
  return { number, name, hasMail, version, ...before, to: { ...before, status: status as LiveStatus } };
}

export const undoPlan = ({ targets }: Batch): Plan => ({
  act: 'undo',
  targets,
  cancelReason: null,
  sendMail: false,
  notice: '',
});

export const undoQuestion = ({ act, targets }: Batch) =>
  `${inWords(targets.length)} 件を元の${act === 'cancel' ? '予約状況' : '日時'}に戻しますか？`;

export const describeBatch = ({ act, targets }: Batch) => `${inWords(targets.length)} 件を${WORDS[act].did}ました。`;
