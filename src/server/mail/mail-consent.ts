// What a mail address wants of invitations, as somebody has said it outside of a booking, and the links by which it refuses further ones:
// institution and address sealed, nothing to be read in them.
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
