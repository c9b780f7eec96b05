// What the law wants to read in an invitation (09): who sends it, from where, whom to ask, and where to refuse further ones.
import { formatAddress } from '#domain/text/address.ts';
import { type MailVariable, templateParts } from './mail-variables.ts';

export const UNSUBSCRIBE_VARIABLE = '配信停止URL' satisfies MailVariable;

/** Ends an invitation whose own text leaves any of it out. */
export const INVITATION_NOTICE = `――――――――――
健診のご案内メールの配信停止（ログイン不要）
{{${UNSUBSCRIBE_VARIABLE}}}
送信者：{{医療機関名}}
住所：{{所在地}}
お問い合わせ：{{電話番号}}`;

const NEEDED: readonly MailVariable[] = [UNSUBSCRIBE_VARIABLE, '医療機関名', '所在地', '電話番号'];

export function lacksInvitationNotice(body: string): boolean {
  const named = new Set(templateParts(body).map(({ variable }) => variable));
  return NEEDED.some((variable) => !named.has(variable));
}

export const withInvitationNotice = (body: string) =>
  lacksInvitationNotice(body) ? `${body.trimEnd()}\n\n${INVITATION_NOTICE}` : body;

export interface SenderPlaces {
  postalCode: string;
  address: string;
  contractPostalCode: string;
  contractAddress: string;
}

/** Where the sender is: where people are examined, else where contracts are made; empty where neither is known, and then nobody is invited. */
export const senderPlace = ({ contractPostalCode, contractAddress, ...exam }: SenderPlaces) =>
  formatAddress(exam) || formatAddress({ postalCode: contractPostalCode, address: contractAddress });
