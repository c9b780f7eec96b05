// What a mail address wants of invitations, as somebody has said it outside of a booking, and the links by which it refuses further ones:
// institution and address sealed, nothing to be read in them. What is left of it when nobody knows the address here any more: of a consent
// nothing, of a refusal a keyed hash, by which it holds again when the address comes back.

import { createHmac, type KeyObject } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Tables } from '#db/tables.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import type { KeyRing } from '#server/access/key-ring.ts';
import { seal, unseal } from '#server/access/seal.ts';
import type { Service } from '#server/service.ts';

export type ConsentOrigin = Tables['mail_wishes']['origin'];

interface Consent {
  accepts: boolean;
  at: Date;
  origin: ConsentOrigin;
  userId?: string;
}

// Whoever says the same again leaves the wish as it stands, with its day.
const write = query<{ institutionCode: string }>(`
  with there as (select institution_code from institutions where institution_code = $1),
       written as (
         insert into mail_wishes (institution_code, mail, accepts, at, origin, user_id)
         select institution_code, $2, $3, $4, $5, $6 from there
         on conflict (institution_code, mail) do update
            set (accepts, at, origin, user_id) = (excluded.accepts, excluded.at, excluded.origin, excluded.user_id)
          where mail_wishes.accepts <> excluded.accepts)
  select institution_code as "institutionCode" from there`);

/** False where the institution is gone. */
export async function saveMailConsent(db: Db, { institutionCode, mail }: Addressee, wish: Consent): Promise<boolean> {
  const { accepts, at, origin, userId = '' } = wish;
  const there = await write(db, institutionCode, lowerAscii(mail), accepts, at, origin, userId);
  return there.length > 0;
}

const PURPOSE = 'unsubscribe';

interface Addressee {
  institutionCode: string;
  mail: string;
}

export const sealAddressee = (secret: KeyRing, { institutionCode, mail }: Addressee) =>
  seal(secret, PURPOSE, `${institutionCode} ${lowerAscii(mail)}`);

export function readAddressee(secret: KeyRing, key: string): Addressee | null {
  const [, institutionCode, mail] = /^([0-9]{8}) (.+)$/.exec(unseal(secret, PURPOSE, key) ?? '') ?? [];
  return institutionCode && mail ? { institutionCode, mail } : null;
}

type Ground = Pick<Service, 'secret' | 'config'>;

/** The page that asks once more before it does anything. */
export const unsubscribePage = ({ secret, config }: Ground, routeParam: string, addressee: Addressee) =>
  `${config.publicUrl}/CommonUnsubscribe/${routeParam}/${sealAddressee(secret, addressee)}`;

/** What a mail program's own button calls (RFC 8058); null where it could not be called safely. */
export function oneClickUrl({ secret, config }: Ground, addressee: Addressee): string | null {
  if (!config.publicUrl.startsWith('https:')) return null;
  return `${config.publicUrl}/api/CommonUnsubscribe/OneClick?key=${sealAddressee(secret, addressee)}`;
}

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
