// Erases what is kept of one person, or of a whole account: reservations become anonymous, the account goes with its last person.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { isLive } from '#domain/reservation/reservation-status.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import { anonymise } from '#server/privacy/anonymise.ts';
import { stale } from '#server/records/record-version.ts';
import { refused } from '#wire/failure.ts';
import { type Person, type PersonKey, readPerson } from './server-person.ts';

export interface Erasure extends PersonKey {
  institutionCode: string;
  isWholeAccount: boolean;
  /** Null compares nothing. */
  version: string | null;
  now: Date;
  today: PlainDate;
}

const endSessions = query(`
  delete from sessions where institution_code = $1 and administrator_id is null and examinee_id = $2`);

/** Passwords, and what partners call the person, go with it. */
const deleteAccount = query('delete from examinees where institution_code = $1 and examinee_id = $2');

const emptyAccount = query('select empty_examinee($1, $2, $3)');
const forgetPartners = query('delete from partner_subjects where institution_code = $1 and examinee_id = $2');
const forgetWish = query('delete from mail_wishes where institution_code = $1 and mail = $2');

/** Of addresses that are no account's, and that nobody else was booked for with. */
const forgetUnusedWishes = query(`
  delete from mail_wishes w
   where w.institution_code = $1 and w.mail = any($2::text[])
     and not exists (select from examinees e where e.institution_code = $1 and lower(e.mail) = w.mail)
     and not exists (select from reservations r
                      where r.institution_code = $1 and r.mail <> '' and lower(r.mail collate "C") = w.mail)`);

/** Mails about no reservation: passwords that were sent to the account. They are all younger than mails are kept. */
const deletePasswordMails = query(`
  delete from outbox_mails
   where institution_code = $1 and created_at > $3 and reservation_number is null and kind = 'password' and lower(recipient) = $2`);

const MAILS_KEPT_MS = 400 * 24 * 3_600_000;

/** In the transaction that `db` is; `check` may refuse it once everything is known. */
export async function erase(db: Db, erasure: Erasure, check: (person: Person) => void = () => {}): Promise<Person> {
  const { institutionCode, examineeId, isWholeAccount, version, now, today } = erasure;
  const person = await readPerson(db, institutionCode, erasure, { isHeld: true });
  check(person);
  if (version !== null && version !== person.version) throw stale();
  const gone = isWholeAccount ? [...person.reservations, ...person.others] : person.reservations;
  const ahead = gone.find(({ status, visitDate }) => isLive(status) && visitDate >= today);
  if (ahead) {
    throw refused(`受診日前の予約（予約番号 ${ahead.number}）があるため消去できません。先に予約を取り消してください。`);
  }
  const numbers = gone.map(({ number }) => number);
  if (examineeId === 0) {
    await anonymise(db, institutionCode, numbers, now);
    await forgetUnusedWishes(db, institutionCode, [...new Set(gone.map(({ mail }) => lowerAscii(mail)))]);
  } else {
    await endSessions(db, institutionCode, examineeId);
    if (numbers.length > 0) await anonymise(db, institutionCode, numbers, now);
    await eraseAccount(db, erasure, person);
  }
  return { ...person, reservations: gone };
}

/** As far as nobody else needs it. */
async function eraseAccount(db: Db, { institutionCode, examineeId, isWholeAccount, now }: Erasure, person: Person) {
  const mail = lowerAscii(person.mail);
  if (isWholeAccount || person.othersCount === 0) {
    await forgetWish(db, institutionCode, mail);
    await deletePasswordMails(db, institutionCode, mail, new Date(now.getTime() - MAILS_KEPT_MS));
    await deleteAccount(db, institutionCode, examineeId);
  } else if (person.isOwner) {
    await forgetPartners(db, institutionCode, examineeId);
    await emptyAccount(db, institutionCode, examineeId, now);
  }
}
