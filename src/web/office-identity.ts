// Who is logged in to the back office, as the server answers it: at the log-in, and whenever that may have changed.
import { whoAmI } from '#account/contract.ts';
import { send } from './send.ts';
import { officeSession } from './session.ts';

export async function readIdentity(): Promise<void> {
  officeSession.set(await send(whoAmI, {}));
}
