// What is left of the wish of an address that nobody knows here any more: of a consent nothing, of a refusal a keyed hash, by which it
// holds again when the address comes back.
import { createHmac, type KeyObject } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import type { KeyRing } from '#server/access/key-ring.ts';

/** What stands in the place of an address; none begins like this. */
const MARK = '#';

function hashAddress(key: KeyObject, institutionCode: string, mail: string) {
  const hashed = createHmac('sha256', key).update(`mail-wish:${institutionCode}:${mail}`).digest('base64url');
  return { mail, hash: MARK + hashed };
}

/** For the database, which finds the refusal by one of them (functions/wishes.sql): it may be older than the current key. */
export const forgottenAddresses = (secret: KeyRing, institutionCode: string, mail: string) =>
  mail === '' ? [] : secret.all.map((key) => hashAddress(key, institutionCode, lowerAscii(mail)));

/** Of the wish w of the institution $1. */
const IS_NOBODYS = `
  not exists (select from examinees e where e.institution_code = $1 and lower(e.mail) = w.mail)
  and not exists (select from reservations r
                   where r.institution_code = $1 and r.mail <> '' and lower(r.mail collate "C") = w.mail)`;

const forget = query<{ count: number }>(`
  with unused as (
    select w.mail, w.accepts, w.at, w.origin, f.hash
      from mail_wishes w join unnest($2::text[], $3::text[]) as f(mail, hash) on f.mail = w.mail
     where w.institution_code = $1 and ${IS_NOBODYS}),
  kept as (
    insert into mail_wishes (institution_code, mail, accepts, at, origin)
    select $1, hash, false, at, origin from unused where not accepts
    on conflict do nothing),
  gone as (
    delete from mail_wishes w using unused u where w.institution_code = $1 and w.mail = u.mail returning 1)
  select count(*) as count from gone`);

/** Of these addresses those that are no account's, and that nobody was booked for with. How many they were. */
export async function forgetConsents(db: Db, secret: KeyRing, institutionCode: string, mails: readonly string[]) {
  const forgotten = mails.map((mail) => hashAddress(secret.current, institutionCode, lowerAscii(mail)));
  const [addresses, hashes] = [forgotten.map(({ mail }) => mail), forgotten.map(({ hash }) => hash)];
  const [done] = await forget(db, institutionCode, addresses, hashes);
  return done?.count ?? 0;
}

/** $1 institution, $2 how many. */
const findUnused = query<{ mail: string }>(`
  select w.mail from mail_wishes w
   where w.institution_code = $1 and w.mail not like '${MARK}%' and ${IS_NOBODYS}
   limit $2`);

export async function forgetUnusedConsents(db: Db, secret: KeyRing, institutionCode: string, most: number) {
  const unused = (await findUnused(db, institutionCode, most)).map(({ mail }) => mail);
  return unused.length > 0 ? forgetConsents(db, secret, institutionCode, unused) : 0;
}

const bringBack = query('select bring_back_refusals($1, $2::jsonb)');

/** Before an address is written where nobody knew it. */
export async function bringBackRefusal(db: Db, secret: KeyRing, institutionCode: string, mail: string): Promise<void> {
  if (mail === '') return;
  await bringBack(db, institutionCode, JSON.stringify(forgottenAddresses(secret, institutionCode, mail)));
}
