// Answers the links by which mail addresses are verified. Opening one changes nothing: mail scanners open them too.
import * as account from '#account/verify-mail.ts';
import { maskMail } from '#domain/text/characters.ts';
import { type Handler, handle } from '#server/service.ts';
import { openVerification, verifyMail, verifyWithPassword } from './contract.ts';

export const verifyMailHandlers: Handler[] = [
  handle(openVerification, async (db, who, { key }) => {
    const { account: found, own, state } = await account.readVerifyLink(db, who, key);
    const { institutionName, phone, phoneHours, mail } = found;
    return { institutionName, phone, phoneHours, maskedMail: maskMail(mail), state, isLoggedIn: own !== null };
  }),

  handle(verifyMail, async (db, who, { key }) => {
    await account.verifyInSession(db, who, key);
    return {};
  }),

  handle(verifyWithPassword, async (db, who, { key, next }) => ({
    userId: await account.verifyWithPassword(db, who, key, next),
  })),
];
