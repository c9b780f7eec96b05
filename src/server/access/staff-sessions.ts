// Opens sessions of the staff, in one statement: what was looked at must still hold, and the access log takes it along.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { ACTS } from '#domain/staff/acts.ts';
import { tellRows } from '../access-log/lines.ts';
import type { Asking } from '../service.ts';
import { nameDevice } from './device-name.ts';
import type { SecondFactor } from './session-lookup.ts';
import { makeToken } from './tokens.ts';

/** What a log-in has looked at. Where one of these has turned meanwhile, it opens nothing. */
export interface LookedAt {
  institutionCode: string;
  userId: string;
  passwordHash: string | null;
  factorsVersion: number;
}

interface Opening {
  secondFactor: SecondFactor;
  /** By what they have shown who they are, in words. */
  way: string;
}

/**
 * The account's row is written, and so held, while it is copied: who is stopped, or given another role, at this moment has no
 * session that does not know it. Without a second factor, where the institution asks for one, a session is good for setting one up.
 */
const open = query<{ entry: object }>(`
  with standing as (
    update administrators set last_login_at = $4
     where institution_code = $2 and user_id = $3 and disabled_at is null
       and password_hash is not distinct from $5 and factors_version = $6
    returning institution_code, user_id, role, display_name),
  opened as (
    insert into sessions (token_hash, kind, institution_code, administrator_id, role, display_name, is_restricted,
                          second_factor, address, device, created_at, last_used_at, confirmed_at)
    select $1, 'administrator', s.institution_code, s.user_id, s.role, s.display_name,
           $7 = 'none' and exists (select from institution_policies p
                                    where p.institution_code = s.institution_code and p.two_factor_since <= $4),
           $7, $8, $10, $4, $4, $4
      from standing s),
  logged as (
    insert into access_log (institution_code, at, actor_kind, user_id, display_name, role, address, act, details)
    select institution_code, $4, 'staff', user_id, display_name, role, $8, '${ACTS.logIn[0]}',
           jsonb_build_object('note', $9::text)
      from standing
    returning institution_code, at, entry_id, actor_kind, user_id, display_name, role, address, act, subject, details, outcome)
  select to_jsonb(logged) as entry from logged`);

/** Null where what was looked at has just been changed. */
export async function openStaffSession(
  db: Db,
  { now, address, userAgent }: Pick<Asking, 'now' | 'address' | 'userAgent'>,
  { institutionCode, userId, passwordHash, factorsVersion }: LookedAt,
  { secondFactor, way }: Opening,
): Promise<string | null> {
  const { token, tokenHash } = makeToken();
  const lookedAt = [institutionCode, userId, now, passwordHash, factorsVersion];
  const opened = await open(db, tokenHash, ...lookedAt, secondFactor, address, way, nameDevice(userAgent));
  tellRows(opened.map(({ entry }) => entry));
  return opened.length > 0 ? token : null;
}
