// Somebody of the staff with second factors: sets them up and logs in with them, through the HTTP server.
import { makeApp, makePasskey } from './authenticator.ts';
import { PASSWORD, type TestService } from './service.ts';

export const ORIGIN = 'http://localhost:8080';
const GRANT = 'urn:kenshin-biyori:grant-type:second-factor';

export function secondSteps(service: TestService) {
  const password = (username: string, given = PASSWORD) =>
    service.post('/Token', { grant_type: 'password', username, password: given });
  const second = (form: object) => service.post('/Token', { grant_type: GRANT, ...form });

  /** Sets up an app; the code that finishes it is of this moment. */
  async function setUpApp(token: string, now: string) {
    const begun = await service.post('/api/StaffMe/TotpBegin', {}, token);
    const app = makeApp(begun.body.secret);
    const form = { mfa_token: begun.body.mfa_token, otp: app.codeAt(now) };
    const finished = await service.post('/api/StaffMe/TotpFinish', form, token);
    return { app, begun, finished, recovery: finished.body.recoveryList as string[] };
  }

  async function setUpPasskey(token: string, name = '院内の端末') {
    const begun = await service.post('/api/StaffMe/PasskeyBegin', {}, token);
    const passkey = makePasskey(ORIGIN);
    const credential = passkey.register(begun.body.passkeyOptions);
    const form = { mfa_token: begun.body.mfa_token, name, credential };
    const finished = await service.post('/api/StaffMe/PasskeyFinish', form, token);
    return { passkey, begun, finished, form };
  }

  /** The password, and what its answer asks for. */
  const begin = async (username: string) => (await password(username)).body;
  const byApp = async (username: string, otp: string) =>
    second({ mfa_token: (await begin(username)).mfa_token, mfa_type: 'totp', otp });

  /** Shows once more who it is; the answer's token goes on. */
  const confirm = (token: string, form: object) => service.post('/api/StaffMe/Confirm', { ...form }, token);

  return { confirm, password, second, setUpApp, setUpPasskey, begin, byApp };
}
