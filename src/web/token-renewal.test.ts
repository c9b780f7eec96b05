// Tabs that share a session whose token is replaced: what is under way in any of them goes on.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reAuthenticate, whoAmI } from '#account/contract.ts';
import { openTab } from '#tests/kit/tab.ts';

openTab();

const ENTRIES = { ircd: '10000001', irnm: '', userId: 'clerk001', userName: '係', role: '2' };
const FLAGS = {
  isTwoFactor: '0',
  isTotp: '0',
  isPasskey: '0',
  isTwoFactorNeeded: '0',
  isPasswordChangeNeeded: '0',
  isFirstDay: '0',
};
const WHO = { errorCode: 0, ...ENTRIES, ...FLAGS, recoveryCount: 0, noticeCount: 0 };
const OVER = { errorCode: 15, errorMessagesList: [] };
const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status });

/** The server: only this token is one of a session. */
let alive = 'old';
let confirming = Promise.withResolvers<void>();
/** Tokens that calls were sent with, in their order. */
let sent: string[] = [];

beforeEach(() => {
  alive = 'old';
  confirming = Promise.withResolvers();
  sent = [];
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: { authorization: string } }) => {
    const token = headers.authorization.replace('Bearer ', '');
    if (token !== alive) return answer(401, OVER);
    if (path !== reAuthenticate.path) {
      sent.push(token);
      return answer(200, WHO);
    }
    alive = 'new';
    // The server has replaced it, and its answer is on the way.
    await confirming.promise;
    return answer(200, { errorCode: 0, access_token: 'new' });
  });
});

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function openOffice() {
  vi.resetModules();
  const [{ officeSession }, { send }, { sendForToken }, { listenToTabs }, { tokenAfter }] = await Promise.all([
    import('./session.ts'),
    import('./send.ts'),
    import('./send-for-token.ts'),
    import('./office-tabs.ts'),
    import('./token-renewal.ts'),
  ]);
  officeSession.set({ token: 'old', userId: 'clerk001', institutionCode: '10000001' });
  closing.push(listenToTabs({ hasUnsaved: () => false, onLogOut() {} }));
  const nothing = { ...reAuthenticate.request.blank, factor: null, password: 'x' };
  return {
    officeSession,
    look: () => send(whoAmI, {}),
    confirm: () => sendForToken(reAuthenticate, nothing, ({ token }) => token),
    /** Whether a replacement is under way, as far as this tab knows. */
    isRenewing: () => Promise.race([tokenAfter('old').then(() => false), new Promise((r) => setTimeout(r, 0, true))]),
  };
}

test('a call that comes too late with the old token waits for the new one, in this tab and in another', async () => {
  const [one, other] = [await openOffice(), await openOffice()];
  const confirmed = one.confirm();
  await expect.poll(other.isRenewing).toBe(true);
  // Both are refused by now, and neither has been told anything yet.
  const looks = [one.look(), other.look()];
  confirming.resolve();
  await confirmed;
  expect(await Promise.all(looks)).toMatchObject([{ userId: 'clerk001' }, { userId: 'clerk001' }]);
  expect(sent).toEqual(['new', 'new']);
  expect(one.officeSession.get().token).toBe('new');
  expect(other.officeSession.get().token).toBe('new');
});

test('a wrong password changes nothing: the token goes on everywhere', async () => {
  const [one, other] = [await openOffice(), await openOffice()];
  confirming.reject(new Error('gone'));
  await expect(one.confirm()).rejects.toThrow();
  await expect.poll(other.isRenewing).toBe(false);
  alive = 'old';
  await Promise.all([one.look(), other.look()]);
  expect(sent).toEqual(['old', 'old']);
});

test('a session that is really over is reported at once', async () => {
  const one = await openOffice();
  alive = 'of somebody else';
  await expect(one.look()).rejects.toMatchObject({ status: 401 });
});
