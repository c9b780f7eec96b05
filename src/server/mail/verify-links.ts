// The links by which whoever gets an account's mails shows that its address is theirs: account and address sealed, with an end.
import { lowerAscii } from '#domain/text/characters.ts';
import type { KeyRing } from '#server/access/key-ring.ts';
import { seal, unseal } from '#server/access/seal.ts';
import type { Service } from '#server/service.ts';

const PURPOSE = 'verify-mail';
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

export function sealVerified(
  secret: KeyRing,
  { institutionCode, examineeId, mail }: Verified,
  expiresAt: Date,
): string {
  return seal(secret, PURPOSE, JSON.stringify([institutionCode, examineeId, lowerAscii(mail), expiresAt.getTime()]));
}

/** Null where the key is none of ours. */
export function readVerified(secret: KeyRing, key: string): (Verified & { expiresAt: Date }) | null {
  const text = unseal(secret, PURPOSE, key);
  if (text === null) return null;
  // Nobody but sealVerified can have sealed it.
  const [institutionCode, examineeId, mail, end] = JSON.parse(text) as [string, number, string, number];
  return { institutionCode, examineeId, mail, expiresAt: new Date(end) };
}

type Ground = Pick<Service, 'secret' | 'config'>;

/** The page that asks for a press before it does anything; the key stands in the fragment, which no server's log gets to see. */
export function verifyLink({ secret, config }: Ground, routeParam: string, verified: Verified, now: Date): VerifyLink {
  const expiresAt = new Date(now.getTime() + DAYS * 24 * 3_600_000);
  return {
    url: `${config.publicUrl}/CommonVerifyMail/${routeParam}#${sealVerified(secret, verified, expiresAt)}`,
    expiresAt,
  };
}

/** A mail's text as it may be kept: the link in it is for the mailbox alone. */
export const withoutVerifyLink = (body: string) => body.replaceAll(/(\/CommonVerifyMail\/[^#\s]*#)\S+/g, '$1…');
