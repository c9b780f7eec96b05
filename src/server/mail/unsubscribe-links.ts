// The links by which the receiver of an invitation refuses further ones: institution and address sealed, nothing to be read in them.
import { lowerAscii } from '#domain/text/characters.ts';
import type { KeyRing } from '#server/access/key-ring.ts';
import { seal, unseal } from '#server/access/seal.ts';
import type { Service } from '#server/service.ts';

const PURPOSE = 'unsubscribe';

/** Whom a wish is about. */
export interface Addressee {
  institutionCode: string;
  mail: string;
}

export const sealAddressee = (secret: KeyRing, { institutionCode, mail }: Addressee) =>
  seal(secret, PURPOSE, `${institutionCode} ${lowerAscii(mail)}`);

/** Null where the key is none of ours. */
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
