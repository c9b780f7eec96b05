// Opens sessions of the staff, in one statement: what was looked at must still hold, and the access log takes it along. What to call the device
// is said in our words, of what its browser says about itself.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { ACTS } from '#domain/staff/acts.ts';
import { writeAuditOutput } from '#server/access-log/write-log.ts';
import type { Administrator, RequestContext } from '#server/service.ts';
import { confirmNeeded } from '#wire/failure.ts';
import { networkOf } from './limiter.ts';
import { isFactorDue, makeToken, type SecondFactor } from './tokens.ts';

/** The first that fits: browsers name those that they are made of, or want to be taken for, too. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|OPX|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:\bChrome|\bHeadlessChrome|\bCriOS|\bChromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const UNKNOWN = '不明な端末';
/** Nobody's browser says more about itself; what does is not read to its end. */
const MOST = 1000;

/** Windows の Chrome. Nothing of the header's own text is kept, so that nobody can leave a text of theirs in a list. */
export function nameDevice(userAgent = ''): string {
  const shortened = userAgent.slice(0, MOST);
  const find = (kinds: typeof BROWSERS) => kinds.find(([pattern]) => pattern.test(shortened))?.[1];
  const [system, browser] = [find(SYSTEMS), find(BROWSERS)];
  if (system && browser) return `${system} の ${browser}`;
  if (system) return `${system} のブラウザ`;
  return browser ?? UNKNOWN;
}

/** How long somebody who has shown it need not show it again. */
const FRESH_MS = 10 * 60_000;

/** Of a call that takes that only for some of what it is asked; the HTTP server asks it of those that always do. */
export function requireFresh({ now, confirmedAt }: Pick<Administrator, 'now' | 'confirmedAt'>): void {
  if (now.getTime() - confirmedAt > FRESH_MS) throw confirmNeeded();
}

export interface LookedAt {
  institutionCode: string;
  userId: string;
  passwordHash: string | null;
  factorsVersion: number;
}

/**
 * The account's row is written, and so held, while it is copied: who is stopped, or given another role, at this moment has no
 * session that does not know it. Without a second factor, where the institution asks for one, a session is good for setting one up;
 * with a password that somebody else knows, for changing it.
 * A device that is new to the account is announced at the next log-in.
 */
const open = query<{ entry: object }>(`
  with standing as (
    update administrators set last_login_at = $4
     where institution_code = $2 and user_id = $3 and disabled_at is null
       and password_hash is not distinct from $5 and factors_version = $6
    returning institution_code, user_id, role, display_name, must_change_password),
  opened as (
    insert into sessions (token_hash, kind, institution_code, administrator_id, role, display_name, is_restricted,
                          must_change_password, second_factor, address, device, created_at, last_used_at, confirmed_at)
    select $1, 'administrator', s.institution_code, s.user_id, s.role, s.display_name,
           s.must_change_password or $7 = 'none' and ${isFactorDue('s', '$4')}, s.must_change_password,
           $7, $8, $10, $4, $4, $4
      from standing s),
  -- Known as it was before this statement: who has never logged in has no other device. The demo's accounts are everybody's.
  seen as (
    insert into staff_devices (institution_code, user_id, device, network, last_used_at)
    select s.institution_code, s.user_id, $10, $11, $4
      from standing s join institutions i on i.institution_code = s.institution_code and not i.is_demo
    on conflict (institution_code, user_id, device, network) do update set last_used_at = excluded.last_used_at
    returning institution_code, user_id, xmax = 0 as is_new),
  announced as (
    insert into staff_notices (institution_code, user_id, at, kind, note, address)
    select s.institution_code, s.user_id, $4, 'device', $10, $8
      from seen s
     where s.is_new and exists (select from staff_devices d
                                 where d.institution_code = s.institution_code and d.user_id = s.user_id)),
  logged as (
    insert into access_log (institution_code, at, actor_kind, user_id, display_name, role, address, act, details)
    select institution_code, $4, 'staff', user_id, display_name, role, $8, '${ACTS.logIn[0]}',
           jsonb_build_object('note', $9::text)
      from standing
    returning institution_code, at, entry_id, actor_kind, user_id, display_name, role, address, act, subject, details, outcome)
  select to_jsonb(logged) as entry from logged`);

export async function openStaffSession(
  db: Db,
  { now, address, userAgent }: Pick<RequestContext, 'now' | 'address' | 'userAgent'>,
  { institutionCode, userId, passwordHash, factorsVersion }: LookedAt,
  { secondFactor, way }: { secondFactor: SecondFactor; way: string },
): Promise<string | null> {
  const { token, tokenHash } = makeToken();
  const lookedAt = [institutionCode, userId, now, passwordHash, factorsVersion];
  const from = [secondFactor, address, way, nameDevice(userAgent), networkOf(address)];
  const opened = await open(db, tokenHash, ...lookedAt, ...from);
  writeAuditOutput(opened.map(({ entry }) => entry));
  return opened.length > 0 ? token : null;
}
