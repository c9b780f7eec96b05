// Whose account a mail address has, seen from the person who is booked for at the desk.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { PersonData } from '#domain/reservation/person.ts';

export type Caller = Pick<PersonData, 'mail' | 'familyKana' | 'givenKana' | 'birthDate'>;

export interface MailOwner {
  examineeId: number;
  name: string;
  /** The caller, as far as kana and birth date tell. */
  isSelf: boolean;
  /** Whether the address was shown to be theirs; until then it is nobody's, and its account is shown to nobody. */
  isVerified: boolean;
}

const read = query<MailOwner>(`
  select e.examinee_id as "examineeId", e.family_name || '　' || e.given_name as name,
         coalesce((e.family_kana, e.given_kana, e.birth_date) = ($3, $4, $5::date), false) as "isSelf",
         e.mail_verified_at is not null as "isVerified"
    from examinees e
   where e.institution_code = $1 and lower(e.mail) = lower($2)`);

/** Null where nobody has the address. */
export async function readMailOwner(db: Db, institutionCode: string, caller: Caller): Promise<MailOwner | null> {
  const { mail, familyKana, givenKana, birthDate } = caller;
  if (mail === '') return null;
  const [owner] = await read(db, institutionCode, mail, familyKana, givenKana, birthDate);
  return owner ?? null;
}
