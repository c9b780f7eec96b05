// Getting a token for somebody of the staff, whose password may not be enough, by passkeys too; and who it is, once there is one.

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import {
  type Factor,
  offerPasskeyCall,
  requestToken,
  SECOND_FACTOR,
  secondStepAsked,
  whoAmI,
} from '#account/contract.ts';
import type { Value } from '#wire/record.ts';
import { CallFailed, send } from './send.ts';
import { officeSession } from './session.ts';
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

// What a browser does with passkeys. Its library is loaded when one is used.

const NUMBER = /^[0-9.]+$|^\[/;

/** Browsers know them at https addresses and on this machine, but not where its address is a number. */
export const canUsePasskeys = () => typeof PublicKeyCredential === 'function' && !NUMBER.test(location.hostname);

/** JSON text of what it has signed; null where the person has given up, or has none for this. */
export async function signWithPasskey(options: string): Promise<string | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON: PublicKeyCredentialRequestOptionsJSON = JSON.parse(options);
  return startAuthentication({ optionsJSON }).then(JSON.stringify, () => null);
}

/** JSON text of a new one; null where the person has given up, or it is there already. */
export async function makePasskey(options: string): Promise<string | null> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON: PublicKeyCredentialCreationOptionsJSON = JSON.parse(options);
  return startRegistration({ optionsJSON }).then(JSON.stringify, () => null);
}

/** Who is logged in, as the server answers it: at the log-in, and whenever that may have changed. */
export async function readIdentity(): Promise<void> {
  officeSession.set(await send(whoAmI, {}));
}
