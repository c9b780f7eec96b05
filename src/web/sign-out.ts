// Logging out, on either side.
import { endSessionCall } from '#account/contract-sign-out.ts';
import { send } from './send.ts';
import { examineeSession, officeSession } from './session.ts';

/** Leaves no trace in the tab, even when the server cannot be reached. */
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
