// Hands a mail over: to an SMTP server, or into a file where none is named; from its own sender, or from the provider's where an institution's
// domains are listed (SENDER_DOMAINS=listed) and the sender's is none of them. Answers reach the institution all the same.

import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { calendarMethodOf, formatCalendarEvent, type VisitEvent } from '#domain/reservation/calendar-event.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import { type Config, isLoopback } from '#server/config.ts';
import type { OutboxMail } from './mails.ts';

export interface MailToSend extends Omit<OutboxMail, 'reservation_number' | 'once_key'> {
  institution_code: string;
  created_at: Date;
}

export interface Delivery {
  /** Throws a NotDelivered, or whatever else went wrong. */
  send(mail: MailToSend): Promise<void>;
  close(): void;
}

export class NotDelivered extends Error {
  /** The server's answer may quote the address: its number, or the kind of fault, is enough to find the reason. */
  readonly reason: string;
  /** Nothing is wrong with the mail: the server could not be reached, or did not let us in. */
  readonly isServerAway: boolean;
  /** It will be refused again (5xx), unless somebody does something about it. */
  readonly isPermanent: boolean;
  /** The blind copy has gone out all the same. */
  readonly isCopied: boolean;
  /** The server offers none, and mails don't go without it. */
  readonly isWithoutTls: boolean;

  constructor(error: SmtpError, isCopied = false) {
    super(error.message);
    this.reason = String(error.responseCode ?? error.code ?? error.name);
    this.isServerAway = isServerAway(error);
    this.isPermanent = (error.responseCode ?? 0) >= 500;
    this.isCopied = isCopied;
    this.isWithoutTls = error.code === 'ETLS';
  }
}

export interface SmtpError extends Error {
  code?: string;
  originalCode?: string;
  timeoutType?: string;
  command?: string;
  responseCode?: number;
}

const NO_ENTRY = ['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EOAUTH2'];
/** Where mails are written to files: the disk's fault is none of a mail's. */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EROFS'];
/** A connection that broke may have broken over the mail; whatever else a socket says comes of opening it, certificates included. */
const BROKEN = ['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'];

/** Only what is known to come before a mail: one that breaks its connection must not stop the others. */
function isServerAway({ code = '', originalCode = '', timeoutType, command, message }: SmtpError): boolean {
  return (
    NO_ENTRY.includes(code) ||
    NO_ROOM.includes(code) ||
    (code === 'ESOCKET' && !BROKEN.includes(originalCode)) ||
    (timeoutType !== undefined && timeoutType !== 'SOCKET_TIMEOUT') ||
    // Closed again and again before a greeting.
    (code === 'ECONNECTION' && command === undefined) ||
    message.startsWith('Invalid greeting')
  );
}

/** Addresses as they are, never as text to be read: a comma in one would name a second. */
const address = (address: string, name = '') => ({ name, address });

const calendarFile = (event: VisitEvent, now: Date) => ({
  filename: 'visit.ics',
  content: formatCalendarEvent({ ...event, now }),
  contentType: `text/calendar; charset=utf-8; method=${calendarMethodOf(event)}`,
});

/** Where the receiver's mail program refuses further mails of this kind at one press; null where there is nothing to refuse. */
export type OneClick = (mail: MailToSend) => string | null;

interface Composing {
  mailFrom: string;
  oneClick?: OneClick;
}

/** As RFC 8058 wants it, on one line however long. */
function refusalHeaders(url: string | null | undefined): NonNullable<Extract<SendMailOptions['headers'], object>> {
  if (!url) return {};
  return {
    'List-Unsubscribe': { prepared: true, foldLines: false, value: `<${url}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

function composeMail(mail: MailToSend, { mailFrom: fallbackSender, oneClick }: Composing): SendMailOptions {
  const sender = mail.sender || fallbackSender;
  return {
    messageId: mail.message_id,
    date: mail.created_at,
    from: address(sender, mail.sender_name),
    replyTo: mail.reply_to ? address(mail.reply_to) : undefined,
    to: address(mail.recipient),
    // The blind copy stands on the envelope only. The library's types would have texts here, and it would read them as lists.
    envelope: {
      from: address(sender),
      to: [mail.recipient, mail.kind === 'password' ? '' : mail.bcc].filter(Boolean).map((each) => address(each)),
    } as never,
    subject: mail.subject,
    // Lines of any length, and every character, arrive as they were typed.
    text: mail.body.replaceAll(/\r\n|\r|\n/g, '\r\n'),
    textEncoding: 'base64',
    // Answers to these would meet nobody, and away messages would come back by the hundred.
    headers: { 'Auto-Submitted': 'auto-generated', ...refusalHeaders(oneClick?.(mail)) },
    attachments: mail.calendar_event ? [calendarFile(mail.calendar_event, mail.created_at)] : [],
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** nodemailer's own waits are up to ten minutes long. */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  // A server may think for a while after the last line; whoever gives up too early sends twice.
  socketTimeout: 120_000,
};

type Settings = Pick<Config, 'smtpUrl' | 'smtpConnections' | 'mailFrom' | 'dataDir'>;

export function openDelivery(settings: Settings, oneClick?: OneClick): Delivery {
  const { smtpUrl, mailFrom } = settings;
  const composing = { mailFrom, oneClick };
  return smtpUrl ? deliverBySmtp(smtpUrl, settings, composing) : deliverToFiles(settings, composing);
}

/** Without TLS, whoever stands between reads who is examined: not even with a server that offers none, unless it is on this machine. */
const needsTls = (url: string) => !isLoopback(URL.parse(url)?.hostname ?? '');

/** Loaded with the first mail: a start does without. */
const openTransport = async (options: object) => (await import('nodemailer')).createTransport(options);

interface Taken {
  envelope: { to: string[] };
  rejected?: string[];
  rejectedErrors?: SmtpError[];
}

function deliverBySmtp(url: string, config: Pick<Config, 'smtpConnections'>, composing: Composing): Delivery {
  const options = {
    ...TIMEOUTS,
    // What the address itself says about it comes before this.
    requireTLS: needsTls(url),
    url,
    pool: true,
    maxConnections: config.smtpConnections,
    // What a server closed while nobody used it is opened again once; for the rest there are pauses of our own.
    maxRequeues: 1,
  };
  let pool: ReturnType<typeof openTransport> | undefined;
  return {
    async send(mail) {
      pool ??= openTransport(options);
      const info = await (await pool).sendMail(composeMail(mail, composing)).catch((error: SmtpError) => {
        throw new NotDelivered(error);
      });
      const { envelope, rejected = [], rejectedErrors = [] } = info as Taken;
      // As it stood on the envelope, which may be spelt differently: domains are written small there.
      const at = rejected.indexOf(envelope.to[0] ?? '');
      if (at >= 0) throw new NotDelivered(rejectedErrors[at] ?? new Error('refused'), true);
    },
    close: () => void pool?.then((opened) => opened.close()),
  };
}

function deliverToFiles({ dataDir }: Pick<Config, 'dataDir'>, composing: Composing): Delivery {
  const folder = path.join(dataDir, 'mails');
  let writer: ReturnType<typeof openTransport> | undefined;
  return {
    async send(mail) {
      writer ??= openTransport({ streamTransport: true, buffer: true, newline: 'unix' });
      const { message } = await (await writer).sendMail(composeMail(mail, composing));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const stamp = mail.created_at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
      const file = path.join(folder, `${stamp}-${mail.kind}-${mail.mail_id}.eml`);
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    close() {},
  };
}

type SenderSettings = Pick<Config, 'senderDomains' | 'mailFrom'>;

const domainOf = (mail: string) => lowerAscii(mail.slice(mail.lastIndexOf('@') + 1));

const readDomains = query<{ domains: string[] }>(`
  select sender_domains as domains from institution_policies where institution_code = $1`);

/** The domains of the institution, and the provider's; null where any will do. */
export async function readSenderDomains(
  db: Db,
  settings: SenderSettings,
  institutionCode: string,
): Promise<string[] | null> {
  if (settings.senderDomains === 'any') return null;
  const [policy] = await readDomains(db, institutionCode);
  return [...new Set([...(policy?.domains ?? []), domainOf(settings.mailFrom)])];
}

export const isFrom = (domains: readonly string[] | null, mail: string) =>
  domains === null || domains.includes(domainOf(mail));

type From = Pick<MailToSend, 'sender' | 'reply_to'>;
type Sent = From & Pick<MailToSend, 'institution_code'>;

/** From whom a mail goes out, whatever its template said when it was written. */
export async function senderOf(db: Db, settings: SenderSettings, mail: Sent): Promise<From> {
  const { sender, reply_to } = mail;
  const isAllowed = sender === '' || isFrom(await readSenderDomains(db, settings, mail.institution_code), sender);
  return isAllowed ? { sender, reply_to } : { sender: settings.mailFrom, reply_to: reply_to || sender };
}
