// Getting a token and keeping what follows from it; logging out again.
import { endSessionCall, HANDOVER, requestToken } from '#account/contract.ts';
import { CallFailed, send } from './send.ts';
import { examineeSession, officeSession } from './session.ts';

export interface Signed {
  token: string;
  userId: string;
}

export const NOTHING_SENT = { ...requestToken.request.blank, factor: null };

/** Of an examinee. Null when user and password do not belong together; every other failure is thrown. */
export async function signIn(username: string, password: string): Promise<Signed | null> {
  try {
    return await send(
      requestToken,
      { ...NOTHING_SENT, grantType: 'password', username, password },
      { anonymous: true },
    );
  } catch (error) {
    if (error instanceof CallFailed && error.isRefusal) return null;
    throw error;
  }
}

/** Null when the assertion is not in order, or was used before. */
export async function takeOver(institutionCode: string, assertion: string) {
  try {
    return await send(
      requestToken,
      { ...NOTHING_SENT, grantType: HANDOVER, assertion, institutionCode },
      { anonymous: true },
    );
  } catch (error) {
    if (error instanceof CallFailed && error.isRefusal) return null;
    throw error;
  }
}

/** Leaves no trace in the tab, even when the server cannot be told. */
export async function signOut(side: 'office' | 'examinee'): Promise<void> {
  const token = side === 'office' ? officeSession.get().token : examineeSession.get().auth.token;
  if (side === 'office') officeSession.clear();
  else {
    const { auth, institution } = examineeSession.get();
    examineeSession.clear();
    examineeSession.set({
      auth: { ...examineeSession.get().auth, institutionCode: auth.institutionCode },
      institution,
    });
  }
  if (!token) return;
  await send(endSessionCall, {}, { token }).catch(() => {});
}
