// The links by which whoever gets an account's mails shows that its address is theirs: account and end, signed together with the address.
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { lowerAscii } from '#domain/text/characters.ts';
import type { KeyRing } from '#server/access/key-ring.ts';
import type { Service } from '#server/service.ts';

/** Long enough for who reads their mails once a week: it opens nothing but the account of the mailbox that got it. */
const DAYS = 7;

/** Whose address is to be verified. */
export interface Verified {
  institutionCode: string;
  examineeId: number;
  mail: string;
}

export interface VerifyLink {
  url: string;
  expiresAt: Date;
}

function signUnder(key: KeyObject, { institutionCode, examineeId, mail }: Verified, end: number): string {
  const signed = `verify-link:${institutionCode}:${examineeId}:${end}:${lowerAscii(mail)}`;
  return createHmac('sha256', key).update(signed).digest('base64url');
}

/** Of the address nothing but the signature tells: the account still has to have it. */
export function signVerified(secret: KeyRing, verified: Verified, expiresAt: Date): string {
  const { institutionCode, examineeId } = verified;
  const end = expiresAt.getTime();
  const signature = signUnder(secret.current, verified, end);
  return `${institutionCode}.${examineeId.toString(36)}.${end.toString(36)}.${signature}`;
}

const KEY = /^(\w+)\.([\da-z]{1,10})\.([\da-z]{1,9})\.([\w-]{43})$/;

/** What a key says, which is true only where it `isFor` the address of that account. Null where it is no key. */
export function readVerified(secret: KeyRing, key: string) {
  const [, institutionCode = '', id = '', time = '', signature = ''] = KEY.exec(key) ?? [];
  if (signature === '') return null;
  const [examineeId, end] = [Number.parseInt(id, 36), Number.parseInt(time, 36)];
  const isSigned = (mail: string) =>
    secret.all.some((own) => {
      const right = signUnder(own, { institutionCode, examineeId, mail }, end);
      return timingSafeEqual(Buffer.from(right), Buffer.from(signature));
    });
  const isFor = (mail: string) => isSigned(mail) || (secret.learn() && isSigned(mail));
  return { institutionCode, examineeId, expiresAt: new Date(end), isFor };
}

type Ground = Pick<Service, 'secret' | 'config'>;

/** The page that asks for a press before it does anything; the key stands in the fragment, which no server's log gets to see. */
export function verifyLink({ secret, config }: Ground, routeParam: string, verified: Verified, now: Date): VerifyLink {
  const expiresAt = new Date(now.getTime() + DAYS * 24 * 3_600_000);
  return {
    url: `${config.publicUrl}/CommonVerifyMail/${routeParam}#${signVerified(secret, verified, expiresAt)}`,
    expiresAt,
  };
}

/** A mail's text as it may be kept: the link in it is for the mailbox alone. */
export const withoutVerifyLink = (body: string) => body.replaceAll(/(\/CommonVerifyMail\/[^#\s]*#)\S+/g, '$1…');
