// On whose my page a booking of the desk shows.
import type { Db } from '#db/database.ts';
import { invalid } from '#wire/failure.ts';
import type { BookingDraft } from './draft.ts';
import { readMailOwner } from './mail-owner.ts';
import type { DeskOrder, Owner } from './manner.ts';
import type { Replaced } from './replaced.ts';

/** A mistyped address must not put a stranger's booking into somebody's my page. */
export async function findOwner(
  db: Db,
  institutionCode: string,
  { applicant }: BookingDraft,
  { sendsMail, onTheirPage }: DeskOrder,
  replaced: Replaced | null,
): Promise<Owner> {
  if (replaced && replaced.ownerId !== null) return replaced.ownerId;
  if (applicant.mail === '') return null;
  const owner = await readMailOwner(db, institutionCode, applicant);
  if (!owner) return sendsMail ? 'new' : null;
  if (owner.isSelf) return owner.examineeId;
  if (onTheirPage === null) throw invalid('マイページへの表示を選択してください。');
  return onTheirPage === 'shown' ? owner.examineeId : null;
}
