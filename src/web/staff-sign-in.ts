// Getting a token for somebody of the staff, whose password may not be enough.
import { type Factor, offerPasskeyCall, requestToken, SECOND_FACTOR, secondStepAsked } from '#account/contract.ts';
import type { Value } from '#wire/record.ts';
import { signWithPasskey } from './passkeys.ts';
import { CallFailed, send } from './send.ts';
import { BLANK_TOKEN_REQUEST, type Signed } from './sign-in.ts';

/** What the second step is asked for by, and the ticket for it. */
export type SecondStepAsked = Value<typeof secondStepAsked>;

export type StaffSignIn = { signed: Signed } | { asked: SecondStepAsked } | 'wrong';

/** Every failure but a wrong pair is thrown. */
export async function signInStaff(username: string, password: string): Promise<StaffSignIn> {
  try {
    const input = { ...BLANK_TOKEN_REQUEST, grantType: 'password', username, password };
    return { signed: await send(requestToken, input, { anonymous: true }) };
  } catch (error) {
    if (!(error instanceof CallFailed && error.isRefusal)) throw error;
    return error.is('SecondStep') ? { asked: secondStepAsked.receive(error.report.body ?? {}) } : 'wrong';
  }
}

type SecondStepOutcome = { signed: Signed } | 'wrong' | 'over';

/** `over`: the first step has to be taken again. */
export async function takeSecondStep(
  ticket: string,
  factor: Factor,
  proof: { otp?: string; credential?: string },
): Promise<SecondStepOutcome> {
  try {
    const input = { ...BLANK_TOKEN_REQUEST, grantType: SECOND_FACTOR, ticket, factor, ...proof };
    return { signed: await send(requestToken, input, { anonymous: true }) };
  } catch (error) {
    if (!(error instanceof CallFailed && error.isRefusal)) throw error;
    return error.is('TicketOver') ? 'over' : 'wrong';
  }
}

/** A passkey and nothing before it; null where the person has given up. */
export async function signByPasskey(): Promise<{ ticket: string; credential: string } | null> {
  const { ticket, passkeyOptions } = await send(offerPasskeyCall, {});
  const credential = passkeyOptions === '' ? null : await signWithPasskey(passkeyOptions);
  return credential === null ? null : { ticket, credential };
}

export async function signInByPasskey(): Promise<SecondStepOutcome | null> {
  const signed = await signByPasskey();
  return signed && takeSecondStep(signed.ticket, 'passkey', { credential: signed.credential });
}
