// Changes many reservations for staff, one after the other: each by itself, as if it had been opened and changed alone.
import type { Db } from '#db/database.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import {
  confirmationOf,
  isLive,
  type ReservationStatus,
  type StaffStatus,
} from '#domain/reservation/reservation-status.ts';
import type { Administrator } from '#server/service.ts';
import { Failure, isRefusal } from '#wire/failure.ts';
import {
  applyEdit,
  assertReason,
  type EditedReservation,
  type ReservationEdit,
  readEditedReservations,
} from './edit.ts';

/** A reservation as somebody has seen it in a list. */
export interface Seen {
  number: number;
  version: string;
}

/** What it is to be; null leaves that as it is. */
interface ManyEdit extends Seen {
  visitDate: PlainDate | null;
  slotCode: string | null;
  status: StaffStatus | null;
}

interface Outcome {
  number: number;
  outcome: 'done' | 'already' | 'refused';
  /** As it stands now; null and empty where there is none of this institution. */
  status: ReservationStatus | null;
  version: string;
  isMailed: boolean;
  /** Why it was refused. */
  sentence: string;
}

const CHANGED_SINCE = '一覧を表示したあとに変更されています。内容を確認してください。';

export const confirmMany = (db: Db, who: Administrator, seen: readonly Seen[], sendMail: boolean) =>
  applyToMany(
    db,
    who,
    seen.map((one) => ({ ...one, visitDate: null, slotCode: null, status: null })),
    { cancelReason: null, notice: sendMail ? '' : null },
    (found, one) => ({ ...one, status: confirmationOf(found.status) }),
  );

export const editMany = (db: Db, who: Administrator, edits: readonly ManyEdit[], more: Shared) =>
  applyToMany(db, who, edits, more, (_, one) => one);

type Shared = Pick<ReservationEdit, 'cancelReason' | 'notice'>;

/** One after the other: what was done stays so, whatever becomes of the next. */
async function applyToMany(
  db: Db,
  who: Administrator,
  edits: readonly ManyEdit[],
  shared: Shared,
  decide: (found: EditedReservation, one: ManyEdit) => ManyEdit,
): Promise<Outcome[]> {
  const found = await readEditedReservations(db, who.institutionCode, ...columnsOf(edits));
  const factsOf = new Map(found.map((facts) => [facts.reservation.number, facts]));
  // A word that the institution does not have is nobody's fault among them: none is begun.
  const [first] = found;
  if (first && edits.some(({ status }) => status && !isLive(status))) assertReason(shared.cancelReason ?? '', first);
  const outcomes: Outcome[] = [];
  for (const one of edits) {
    outcomes.push(
      await applyToOne(db, who, one, factsOf.get(one.number), (facts) => toEdit(facts, decide(facts, one), shared)),
    );
  }
  return outcomes;
}

const columnsOf = (edits: readonly ManyEdit[]) =>
  [
    edits.map(({ number }) => number),
    edits.map(({ slotCode }) => slotCode),
    edits.map(({ visitDate }) => visitDate),
  ] as const;

async function applyToOne(
  db: Db,
  who: Administrator,
  one: ManyEdit,
  facts: EditedReservation | undefined,
  decide: (found: EditedReservation) => ReservationEdit | null,
): Promise<Outcome> {
  let last = facts;
  let isFirst = true;
  async function look(): Promise<EditedReservation[]> {
    // Anew only where somebody has acted on it since all of them were read.
    if (!isFirst) [last] = await readEditedReservations(db, who.institutionCode, ...columnsOf([one]));
    isFirst = false;
    return last ? [last] : [];
  }
  const { number } = one;
  try {
    const { isWritten, ...stands } = await applyEdit(db, who, look, decide);
    return { number, ...stands, outcome: isWritten ? 'done' : 'already', sentence: '' };
  } catch (error) {
    return {
      number,
      outcome: 'refused',
      status: last?.status ?? null,
      version: last ? String(last.version) : '',
      isMailed: false,
      sentence: sentenceOf(error),
    };
  }
}

/** Null where it is so already: then nothing is left to do, whatever the version; by whoever sends the same again, too. */
function toEdit(facts: EditedReservation, wanted: ManyEdit, shared: Shared): ReservationEdit | null {
  const { number, visitDate: date } = facts.reservation;
  const { status = null, visitDate, slotCode, version } = wanted;
  const edit = { status: status ?? facts.status, visitDate: visitDate ?? date, slotCode: slotCode ?? facts.slotCode };
  const isSo = edit.status === facts.status && edit.visitDate === date && edit.slotCode === facts.slotCode;
  return isSo ? null : { number, ...edit, status: edit.status as StaffStatus, patientNumber: null, ...shared, version };
}

/** Only what is refused about this one; a database that is away concerns all of them. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Failure && (isRefusal(error.name) || error.name === 'NotFound'))) throw error;
  return error.name === 'Stale' ? CHANGED_SINCE : error.sentences.join('');
}
