// Mails as they are written to the outbox: the template that fits best, with its variables filled in.
import { randomUUID } from 'node:crypto';
import { LruCache } from '#domain/lru-cache.ts';
import { BUILT_IN_MAILS, BUILT_IN_REQUESTS } from '#domain/mail/built-in-mails.ts';
import type { MailKind, TemplateKind } from '#domain/mail/mail-kinds.ts';
import type { MailValues } from '#domain/mail/mail-variables.ts';
import { renderLine, renderTemplate } from '#domain/mail/render-template.ts';
import type { VisitEvent } from '#domain/reservation/calendar-event.ts';
import { CONTROL_CHARACTERS } from '#domain/text/characters.ts';

export interface MailTemplate {
  kind: MailKind;
  clientCode: string | null;
  courseCode: string | null;
  title: string;
  body: string;
  sender: string;
  replyTo: string;
  bcc: string;
}

/** In the database's words: this is what its functions take. */
export interface OutboxMail {
  mail_id: string;
  message_id: string;
  kind: MailKind;
  reservation_number: number | null;
  once_key: string | null;
  sender: string;
  /** Whom a phone shows as the sender. */
  sender_name: string;
  reply_to: string;
  recipient: string;
  bcc: string;
  subject: string;
  body: string;
  calendar_event: VisitEvent | null;
}

/** The most specific one: of client and course, of the client, of the institution, else the built-in text. */
export function chooseTemplate(
  templates: readonly MailTemplate[],
  kind: TemplateKind,
  target: { clientCode: string; courseCode: string; desired: boolean },
): MailTemplate {
  const specific = ({ clientCode, courseCode }: MailTemplate) => (courseCode ? 2 : clientCode ? 1 : 0);
  const [best] = templates
    .filter((template) => template.kind === kind)
    .filter(({ clientCode }) => clientCode === null || clientCode === target.clientCode)
    .filter(({ courseCode }) => courseCode === null || courseCode === target.courseCode)
    .sort((a, b) => specific(b) - specific(a));
  const builtIn = (target.desired && BUILT_IN_REQUESTS[kind]) || BUILT_IN_MAILS[kind];
  return best ?? { kind, clientCode: null, courseCode: null, sender: '', replyTo: '', bcc: '', ...builtIn };
}

const CONTROLS = new RegExp(`${CONTROL_CHARACTERS.source}+`, 'gu');

/** What people typed may be of several lines; a header may not. */
export const oneLine = (text: string) => text.replaceAll(CONTROLS, ' ').trim();

interface Envelope {
  recipient: string;
  publicUrl: string;
  senderName?: string;
  reservationNumber?: number;
  onceKey?: string;
  calendarEvent?: VisitEvent | null;
}

const hosts = new LruCache<string, string>(100);
const hostOf = (url: string) => hosts.getOrMake(url, () => new URL(url).hostname);

export function writeMail(template: MailTemplate, values: MailValues, envelope: Envelope): OutboxMail {
  const mailId = randomUUID();
  return {
    mail_id: mailId,
    // Fixed here, so that a second sending after a crash is recognisable as the same mail.
    message_id: `<${mailId}@${hostOf(envelope.publicUrl)}>`,
    kind: template.kind,
    reservation_number: envelope.reservationNumber ?? null,
    once_key: envelope.onceKey ?? null,
    sender: template.sender,
    sender_name: oneLine(envelope.senderName ?? ''),
    reply_to: template.replyTo,
    recipient: envelope.recipient,
    // A password is for its owner alone, and not for a list of mails: no copy, and none in the title.
    bcc: template.kind === 'password' ? '' : template.bcc,
    subject: oneLine(renderLine(template.title, values.パスワード ? { ...values, パスワード: '' } : values)),
    body: renderTemplate(template.body, values),
    calendar_event: envelope.calendarEvent ?? null,
  };
}
