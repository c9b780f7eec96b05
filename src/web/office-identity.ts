// Who is logged in to the back office, as the server tells it: at the log-in, and whenever that may have turned.
import { whoAmI } from '#account/contract.ts';
import { send } from './send.ts';
import { officeSession } from './session.ts';

export async function readIdentity(): Promise<void> {
  const { institutionCode, userName, userId, role, ...told } = await send(whoAmI, {});
  const { isTwoFactorNeeded, isTwoFactor, isPasskey, recoveryCount, isFirstDay } = told;
  const factors = { isTwoFactorNeeded, isTwoFactor, isPasskey, recoveryCount };
  officeSession.set({ institutionCode, userName, userId, role, ...factors, isFirstDay });
}
