// What a browser does with passkeys. Its library is loaded when one is used.
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

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
