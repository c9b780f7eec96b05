// Confirms many reservations as they stand, for staff: each by itself, as if it had been opened and confirmed alone.
import type { Db } from '#db/database.ts';
import { confirmationOf, type ReservationStatus } from '#domain/reservation/reservation-status.ts';
import type { Administrator } from '#server/service.ts';
import { Failure, isRefusal } from '#wire/failure.ts';
import { applyEdit, type EditedReservation, type ReservationEdit, readEditedReservations } from './edit.ts';

/** A reservation as somebody has seen it in a list. */
interface Seen {
  number: number;
  version: string;
}

interface Confirmation {
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

/** One after the other: what was done stays so, whatever becomes of the next. */
export async function confirmMany(
  db: Db,
  who: Administrator,
  seen: readonly Seen[],
  sendMail: boolean,
): Promise<Confirmation[]> {
  const numbers = seen.map(({ number }) => number);
  const found = await readEditedReservations(db, who.institutionCode, numbers, null, null);
  const factsOf = new Map(found.map((facts) => [facts.reservation.number, facts]));
  const confirmations: Confirmation[] = [];
  for (const one of seen) {
    confirmations.push(await confirmOne(db, who, one, { facts: factsOf.get(one.number), sendMail }));
  }
  return confirmations;
}

async function confirmOne(
  db: Db,
  who: Administrator,
  { number, version }: Seen,
  { facts, sendMail }: { facts: EditedReservation | undefined; sendMail: boolean },
): Promise<Confirmation> {
  let last = facts;
  let isFirst = true;
  async function look(): Promise<EditedReservation[]> {
    // Anew only where somebody has acted on it since all of them were read.
    if (!isFirst) [last] = await readEditedReservations(db, who.institutionCode, [number], null, null);
    isFirst = false;
    return last ? [last] : [];
  }
  try {
    const { isWritten, ...stands } = await applyEdit(db, who, look, (found) => confirming(found, version, sendMail));
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

/** Where it was confirmed before, nothing is left to do, whatever the version: by whoever sends the same again, too. */
function confirming(facts: EditedReservation, version: string, sendMail: boolean): ReservationEdit | null {
  const status = confirmationOf(facts.status);
  if (!status) return null;
  const { number, visitDate } = facts.reservation;
  const { slotCode } = facts;
  return {
    number,
    status,
    visitDate,
    slotCode,
    patientNumber: null,
    cancelReason: null,
    notice: sendMail ? '' : null,
    version,
  };
}

/** Only what is refused about this one; a database that is away concerns all of them. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Failure && (isRefusal(error.name) || error.name === 'NotFound'))) throw error;
  return error.name === 'Stale' ? CHANGED_SINCE : error.sentences.join('');
}
