// Refusing invitations by the link in one of them, without a log-in: the sealed key says who and where.
import { call } from '#wire/call.ts';
import { YES } from '#wire/choices.ts';
import { flag } from '#wire/fields.ts';
import { record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

/** Not called token: that is a session everywhere. Whatever is wrong with it, there is no such link. */
const key = text('key', '配信停止の鍵', { max: 2000 });
const keyed = record({ key });
const open = { who: 'anyone', request: keyed, anonymous: true } as const;

export const openUnsubscribe = call({
  ...open,
  path: '/api/CommonUnsubscribe/FirstDisplay',
  effect: 'read',
  reply: record({
    institutionName: text('irnm', '医療機関名'),
    phone: text('ktel', '電話番号'),
    phoneHours: text('uktk', '電話受付時間', { multiline: true }),
    maskedMail: text('email', 'メールアドレス（伏せ字）'),
    acceptsMail: flag('dmkb', '健診のご案内メール', YES),
  }),
});

export const refuseInvitations = call({ ...open, path: '/api/CommonUnsubscribe/Refuse', effect: 'write' });
export const acceptInvitations = call({ ...open, path: '/api/CommonUnsubscribe/Accept', effect: 'write' });

/** Sent by mail programs (RFC 8058): the key stands in the address, and the body says nothing that is needed. */
export const refuseByOneClick = call({
  ...open,
  path: '/api/CommonUnsubscribe/OneClick',
  effect: 'write',
  fromOutside: true,
});
