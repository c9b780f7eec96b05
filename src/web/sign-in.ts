// Getting a token.
import { HANDOVER, requestToken } from '#account/contract.ts';
import { CallFailed, send } from './send.ts';

export interface Signed {
  token: string;
  userId: string;
}

export const BLANK_TOKEN_REQUEST = { ...requestToken.request.blank, factor: null };

/** Of an examinee. Null when user and password do not belong together; every other failure is thrown. */
export async function signIn(username: string, password: string): Promise<Signed | null> {
  try {
    return await send(
      requestToken,
      { ...BLANK_TOKEN_REQUEST, grantType: 'password', username, password },
      { anonymous: true },
    );
  } catch (error) {
    if (error instanceof CallFailed && error.isRefusal) return null;
    throw error;
  }
}

/** Null when the assertion is not in order, or was used before. */
export async function signInByHandover(institutionCode: string, assertion: string) {
  try {
    return await send(
      requestToken,
      { ...BLANK_TOKEN_REQUEST, grantType: HANDOVER, assertion, institutionCode },
      { anonymous: true },
    );
  } catch (error) {
    if (error instanceof CallFailed && error.isRefusal) return null;
    throw error;
  }
}
