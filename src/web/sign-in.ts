// Getting a token.
import { HANDOVER, requestToken } from '#account/contract.ts';
import { CallFailed, send } from './send.ts';

export interface Signed {
  token: string;
  userId: string;
}

export const BLANK_TOKEN_REQUEST = { ...requestToken.request.blank, factor: null };

/** Null where it is refused; every other failure is thrown. */
async function requestOrNull(asked: Partial<typeof BLANK_TOKEN_REQUEST>) {
  try {
    return await send(requestToken, { ...BLANK_TOKEN_REQUEST, ...asked }, { anonymous: true });
  } catch (error) {
    if (error instanceof CallFailed && error.isRefusal) return null;
    throw error;
  }
}

/** Of an examinee. Null when user and password do not belong together. */
export const signIn = (username: string, password: string) =>
  requestOrNull({ grantType: 'password', username, password });

/** Null when the assertion is not in order, or was used before. */
export const signInByHandover = (institutionCode: string, assertion: string) =>
  requestOrNull({ grantType: HANDOVER, assertion, institutionCode });
