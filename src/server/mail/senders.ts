// From which addresses an institution's mails may come, where the provider lists its domains (SENDER_DOMAINS=listed): what else goes
// out as the provider's own, and answers to it reach the institution all the same.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import type { Config } from '#server/config.ts';
import type { MailToSend } from './outbox-delivery.ts';

type Settings = Pick<Config, 'senderDomains' | 'mailFrom'>;

const domainOf = (mail: string) => lowerAscii(mail.slice(mail.lastIndexOf('@') + 1));

const read = query<{ domains: string[] }>(`
  select sender_domains as domains from institution_policies where institution_code = $1`);

/** The domains of the institution, and the provider's; null where any will do. */
export async function readSenderDomains(db: Db, settings: Settings, institutionCode: string): Promise<string[] | null> {
  if (settings.senderDomains === 'any') return null;
  const [policy] = await read(db, institutionCode);
  return [...new Set([...(policy?.domains ?? []), domainOf(settings.mailFrom)])];
}

export const isFrom = (domains: readonly string[] | null, mail: string) =>
  domains === null || domains.includes(domainOf(mail));

type From = Pick<MailToSend, 'sender' | 'reply_to'>;
type Sent = From & Pick<MailToSend, 'institution_code'>;

/** From whom a mail goes out, whatever its template said when it was written. */
export async function senderOf(db: Db, settings: Settings, mail: Sent): Promise<From> {
  const { sender, reply_to } = mail;
  const isAllowed = sender === '' || isFrom(await readSenderDomains(db, settings, mail.institution_code), sender);
  return isAllowed ? { sender, reply_to } : { sender: settings.mailFrom, reply_to: reply_to || sender };
}
