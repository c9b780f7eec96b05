// Erases what is kept of one person, or of a whole account: reservations become anonymous, the account goes with its last person.
import { noteIdsOf } from '#booking/records/person-note.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { isLive } from '#domain/reservation/reservation-status.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import type { KeyRing } from '#server/access/key-ring.ts';
import type { Erased } from '#server/backup/erasure-ledger.ts';
import { forgetConsents } from '#server/mail/mail-consent.ts';
import { anonymise } from '#server/privacy/policies.ts';
import { stale } from '#server/records/masters.ts';
import { refused } from '#wire/failure.ts';
import type { PersonKey } from './contract.ts';
import { type Person, readPerson } from './server-person.ts';

interface Erasure extends PersonKey {
  institutionCode: string;
  secret: KeyRing;
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
/** Mails about no reservation: passwords that were sent to the account. They are all younger than mails are kept. */
const deletePasswordMails = query(`
  delete from outbox_mails
   where institution_code = $1 and created_at > $3 and reservation_number is null and kind = 'password' and lower(recipient) = $2`);

/** The person's note, by whichever of their reservations; to be called before they are anonymous. */
const deleteNotes = query(`
  delete from person_notes where institution_code = $1 and note_id in (${noteIdsOf('$2')})`);

const MAIL_RETENTION_MS = 400 * 24 * 3_600_000;

/** In the transaction that `db` is; `check` may refuse it once everything is known. */
export async function erase(db: Db, erasure: Erasure, check: (person: Person) => void = () => {}): Promise<Person> {
  const { institutionCode, secret, examineeId, isWholeAccount, version, now, today } = erasure;
  const person = await readPerson(db, institutionCode, erasure, { isHeld: true });
  check(person);
  if (version !== null && version !== person.version) throw stale();
  const gone = isWholeAccount ? [...person.reservations, ...person.others] : person.reservations;
  const ahead = gone.find(({ status, visitDate }) => isLive(status) && visitDate >= today);
  if (ahead) {
    throw refused(`受診日前の予約（予約番号 ${ahead.number}）があるため消去できません。先に予約を取り消してください。`);
  }
  const numbers = gone.map(({ number }) => number);
  await deleteNotes(db, institutionCode, numbers);
  if (examineeId === 0) {
    await anonymise(db, institutionCode, numbers, now);
  } else {
    await endSessions(db, institutionCode, examineeId);
    if (numbers.length > 0) await anonymise(db, institutionCode, numbers, now);
    await eraseAccount(db, erasure, person);
  }
  const mails = new Set([person.mail, ...gone.map(({ mail }) => mail)].map(lowerAscii));
  await forgetConsents(db, secret, institutionCode, [...mails]);
  await note(db, institutionCode, now, numbers, examineeId, accountOf(erasure, person));
  return { ...person, reservations: gone };
}

const note = query(`
  insert into erasures (institution_code, at, reservation_numbers, examinee_id, account) values ($1, $2, $3, $4, $5)`);

type Fate = Pick<Person, 'mail' | 'othersCount' | 'isOwner'>;

/** What becomes of the account: as far as nobody else needs it. */
function accountOf({ examineeId, isWholeAccount }: Pick<Erasure, 'examineeId' | 'isWholeAccount'>, person: Fate) {
  if (examineeId === 0) return 'kept';
  if (isWholeAccount || person.othersCount === 0) return 'deleted';
  return person.isOwner ? 'emptied' : 'kept';
}

async function eraseAccount(
  db: Db,
  erasure: Pick<Erasure, 'examineeId' | 'institutionCode' | 'isWholeAccount' | 'now'>,
  person: Fate,
) {
  const { institutionCode, examineeId, now } = erasure;
  const mail = lowerAscii(person.mail);
  const account = accountOf(erasure, person);
  if (account === 'deleted') {
    await deletePasswordMails(db, institutionCode, mail, new Date(now.getTime() - MAIL_RETENTION_MS));
    await deleteAccount(db, institutionCode, examineeId);
  } else if (account === 'emptied') {
    await forgetPartners(db, institutionCode, examineeId);
    await emptyAccount(db, institutionCode, examineeId, now);
  }
}

const readOwnMail = query<{ mail: string }>(`
  select mail from examinees where institution_code = $1 and examinee_id = $2 for update`);
const readNumbersOf = query<{ number: number }>(`
  select reservation_number as number from reservations where institution_code = $1 and examinee_id = $2 and anonymised_at is null`);
/** Once more what was erased from data of before, as the ledger has it; what is not there any more is left out. Wishes about mails go with the next hourly run. */
export async function eraseAgain(
  db: Db,
  { institutionCode, numbers, examineeId, account }: Erased,
  now: Date,
): Promise<void> {
  if (examineeId === 0) {
    await deleteNotes(db, institutionCode, numbers);
    await anonymise(db, institutionCode, numbers, now);
    return;
  }
  const [owner] = await readOwnMail(db, institutionCode, examineeId);
  const own = account === 'deleted' ? await readNumbersOf(db, institutionCode, examineeId) : [];
  const all = [...new Set([...numbers, ...own.map(({ number }) => number)])];
  await deleteNotes(db, institutionCode, all);
  await anonymise(db, institutionCode, all, now);
  if (!owner) return;
  const erasure = { institutionCode, examineeId, isWholeAccount: account === 'deleted', now };
  await eraseAccount(db, erasure, { mail: owner.mail, othersCount: 1, isOwner: account === 'emptied' });
}
