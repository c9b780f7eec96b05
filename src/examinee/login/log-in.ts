// Logging an examinee in: alive, token, who it is.
import { examineeUserId } from '#account/contract.ts';
import { CallFailed, send } from '#web/send.ts';
import { examineeSession } from '#web/session.ts';
import { type Signed, signIn } from '#web/sign-in.ts';
import type { Reply } from '#wire/call.ts';
import { examineeInfo, isTopAlive } from '../top/contract.ts';

export type ExamineeInfo = Reply<typeof examineeInfo>;

/** Fetches who the token belongs to, and keeps both. */
export async function keepSignedIn({ token, userId }: Signed): Promise<ExamineeInfo> {
  const info = await send(examineeInfo, {}, { token });
  const { auth } = examineeSession.get();
  examineeSession.set({ auth: { ...auth, examineeId: info.examineeId, userId, token }, personName: info.name });
  return info;
}

/** Null when mail address and password do not belong together, and whenever else a living server gives no token. */
export async function logIn(mail: string, password: string): Promise<ExamineeInfo | null> {
  await send(isTopAlive, {}, { anonymous: true });
  const userId = examineeUserId(examineeSession.get().auth.institutionCode, mail);
  const signed = await signIn(userId, password).catch((error) => {
    // Too many tries: that has a sentence of its own.
    if (error instanceof CallFailed && error.status !== 429) return null;
    throw error;
  });
  return signed && (await keepSignedIn(signed));
}
