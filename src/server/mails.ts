// Mails as they are written to the outbox: the template that fits best, with its variables filled in.
import { randomUUID } from 'node:crypto';
import { type MailVariable, type TemplatePart, templateParts } from '#domain/mail-variables.ts';
import { BUILT_IN_MAILS, BUILT_IN_REQUEST } from './built-in-mails.ts';

export type MailKind =
  | 'password'
  | 'booked'
  | 'confirmed'
  | 'changed_by_examinee'
  | 'changed_by_staff'
  | 'cancelled_by_examinee'
  | 'cancel_confirmed'
  | 'reminder'
  | 'promotion';

export type MailValues = Readonly<Partial<Record<MailVariable, string>>>;

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
  reply_to: string;
  recipient: string;
  bcc: string;
  subject: string;
  body: string;
}

/** The most specific one: of client and course, of the client, of the institution, else the built-in text. */
export function chooseTemplate(
  templates: readonly MailTemplate[],
  kind: MailKind,
  target: { clientCode: string; courseCode: string; desired: boolean },
): MailTemplate {
  const specific = ({ clientCode, courseCode }: MailTemplate) => (courseCode ? 2 : clientCode ? 1 : 0);
  const [best] = templates
    .filter((template) => template.kind === kind)
    .filter(({ clientCode }) => clientCode === null || clientCode === target.clientCode)
    .filter(({ courseCode }) => courseCode === null || courseCode === target.courseCode)
    .sort((a, b) => specific(b) - specific(a));
  const builtIn = kind === 'booked' && target.desired ? BUILT_IN_REQUEST : BUILT_IN_MAILS[kind];
  return best ?? { kind, clientCode: null, courseCode: null, sender: '', replyTo: '', bcc: '', ...builtIn };
}

const known = new Map<string, TemplatePart[]>();
const MOST_KNOWN = 1000;

/** The few templates that are used all day are taken apart once. */
function partsOf(template: string): TemplatePart[] {
  let parts = known.get(template);
  if (!parts) {
    if (known.size >= MOST_KNOWN) known.clear();
    parts = templateParts(template);
    known.set(template, parts);
  }
  return parts;
}

/** In one pass: what a person typed is never read as a variable. */
export function fillIn(template: string, values: MailValues): string {
  let filled = '';
  for (const { variable, text } of partsOf(template)) {
    filled += variable === null ? text : (values[variable as MailVariable] ?? '');
  }
  return filled;
}

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ');

export function writeMail(
  template: MailTemplate,
  values: MailValues,
  envelope: { recipient: string; publicUrl: string; reservationNumber?: number; onceKey?: string },
): OutboxMail {
  const mailId = randomUUID();
  return {
    mail_id: mailId,
    // Fixed here, so that a second sending after a crash is recognisable as the same mail.
    message_id: `<${mailId}@${new URL(envelope.publicUrl).hostname}>`,
    kind: template.kind,
    reservation_number: envelope.reservationNumber ?? null,
    once_key: envelope.onceKey ?? null,
    sender: template.sender,
    reply_to: template.replyTo,
    recipient: envelope.recipient,
    bcc: template.bcc,
    subject: oneLine(fillIn(template.title, values)),
    body: fillIn(template.body, values),
  };
}
