// Logging an examinee in: alive, token, who it is.
import { examineeUserId } from '#account/contract.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import { CallFailed, send } from '#web/send.ts';
import { examineeSession } from '#web/session.ts';
import { type Signed, signIn, signInByHandover } from '#web/sign-in.ts';
import { signOut } from '#web/sign-out.ts';
import type { Reply } from '#wire/call.ts';
import { assertedPerson, beginNewBooking, bookingSession, handoverSession } from './booking-session.ts';
import { examineeInfo } from './contract-examinee.ts';
import { isTopAlive } from './top/contract.ts';

type ExamineeInfo = Reply<typeof examineeInfo>;

/**
 * Takes a person over from a partner's portal, on the way into a booking through that partner, or on with the one that they
 * have begun in this tab. Null when what came along is not in order.
 */
export async function logInByHandover(assertion: string): Promise<'begins' | 'goes-on' | null> {
  const taken = await signInByHandover(examineeSession.get().auth.institutionCode, assertion);
  if (!taken) return null;
  const { token, userId, clientCode } = taken;
  const person = assertedPerson(assertion);
  const { insurance, result } = bookingSession.get();
  const isBegun = insurance.inUse && insurance.clientCode === clientCode && result === null;
  // Come again, for instance since their session was over: what they have chosen and typed so far is theirs.
  const goesOn = isBegun && person !== '' && person === handoverSession.get().person;
  // Whoever used this tab before may have been somebody else.
  if (!goesOn) await signOut('examinee');
  handoverSession.set({ person, clientCode });
  const { auth } = examineeSession.get();
  const info = userId ? await saveSignIn({ token, userId }) : null;
  if (!info) examineeSession.set({ auth: { ...auth, token } });
  if (goesOn) return 'goes-on';
  // Card and category belong to the society that was booked through before.
  const own = info?.clientCode === clientCode ? info : { insurerNumber: '', categoryCode: null };
  const { birthDate = null, sex = null } = info ?? {};
  beginNewBooking('insurance', { clientCode, ...own, birthDate, sex });
  bookingSession.set({ enRoute: { inUse: info !== null } });
  return 'begins';
}

async function saveSignIn({ token, userId }: Signed): Promise<ExamineeInfo> {
  const info = await send(examineeInfo, {}, { token });
  const { auth } = examineeSession.get();
  examineeSession.set({ auth: { ...auth, examineeId: info.examineeId, userId, token }, personName: info.name });
  return info;
}

/** Logs somebody in who has just got an account; false when user id and password do not belong together. */
export async function enterMyPage(userId: string, password: string): Promise<boolean> {
  const signed = await signIn(userId, password);
  if (!signed) return false;
  await saveSignIn(signed);
  return true;
}

/**
 * Null when mail address and password do not belong together, and whenever else a living server gives no token. Whoever used
 * the tab before may have been somebody else: it is emptied, unless the log-in lies on the way of a booking that was begun
 * in it by this person or by somebody who had not said yet who they are.
 */
export async function logIn(mail: string, password: string, isOnTheWay: boolean): Promise<ExamineeInfo | null> {
  await send(isTopAlive, {}, { anonymous: true });
  const userId = examineeUserId(examineeSession.get().auth.institutionCode, mail);
  const signed = await signIn(userId, password).catch((error) => {
    // Too many tries, and no answer at all, have words of their own.
    if (error instanceof CallFailed && !error.is('TooMany') && !error.isLost) return null;
    throw error;
  });
  if (!signed) return null;
  const before = examineeSession.get().auth.userId;
  const isOwn = before === '' || lowerAscii(before) === lowerAscii(signed.userId);
  if (!(isOnTheWay && isOwn)) await signOut('examinee');
  return saveSignIn(signed);
}
