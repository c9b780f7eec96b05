// Whom a notice goes to, and how.
import type { Recipient } from './contract.ts';

export type Channel = 'mail' | 'phone';

export const channelOf = ({ mail }: Pick<Recipient, 'mail'>): Channel => (mail === '' ? 'phone' : 'mail');

export interface Counts {
  mail: number;
  phone: number;
}

export function countChosen(
  recipients: readonly Recipient[],
  leftOut: ReadonlySet<number>,
  calledToo: ReadonlySet<number>,
): Counts {
  const chosen = recipients.filter(({ number }) => !leftOut.has(number));
  const isMail = (one: Recipient) => channelOf(one) === 'mail';
  const phone = chosen.filter((one) => !isMail(one) || calledToo.has(one.number)).length;
  return { mail: chosen.filter(isMail).length, phone };
}

export const askSentence = ({ mail, phone }: Counts) =>
  mail > 0 ? `メール ${mail} 人に送信します。取り消しはできません。` : `電話 ${phone} 人を電話連絡の一覧に入れます。`;

/** The neighbour of the one that is shown, in the order of the list; null at its ends. */
export function stepFrom(recipients: readonly Recipient[], number: number, by: 1 | -1): Recipient | null {
  const at = recipients.findIndex((one) => one.number === number);
  return (at >= 0 && recipients[at + by]) || null;
}
