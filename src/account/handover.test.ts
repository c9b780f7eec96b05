// A partner's portal hands people over: known ones are logged in, unknown ones get an account with their booking.
import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import { buildHospital, HOSPITAL, NO_GUESTS, SOCIETY } from '#tests/kit/booking-hospital.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { HANDOVER } from './contract.ts';

const NOW = '2026-11-15T10:00:00+09:00';
const AUDIENCE = `https://biyori.example.jp/CommonLogin/r${HOSPITAL}`;
const PORTAL = 'https://portal.example.jp';
const GUEST = '/api/Account/CommonGuestNewReserve';
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ now: NOW, env: { PUBLIC_URL: 'https://biyori.example.jp' } });
  await buildHospital(service.db);
  const own = { institution_code: HOSPITAL, client_code: NO_GUESTS, issuer: PORTAL };
  await service.db
    .insertInto('partner_keys')
    .values([
      { ...own, key_id: 'ec', public_key: pem(ec.publicKey) },
      { ...own, key_id: 'rsa', public_key: pem(rsa.publicKey) },
    ])
    .execute();
});
afterAll(() => service.close());

interface Signing {
  sub?: string;
  jti?: string;
  aud?: string;
  iss?: string;
  kid?: string;
  alg?: string;
  key?: KeyObject | Uint8Array;
  /** Seconds from now. */
  issued?: number;
  expires?: number;
}

function sign(given: Signing = {}) {
  const now = Math.floor(new Date(NOW).getTime() / 1000);
  const jwt = new SignJWT({
    ...('jti' in given ? { jti: given.jti } : { jti: randomUUID() }),
    sub: given.sub ?? 'p-001',
  })
    .setProtectedHeader({ alg: given.alg ?? 'ES256', kid: given.kid ?? 'ec' })
    .setIssuer(given.iss ?? PORTAL)
    .setAudience(given.aud ?? AUDIENCE)
    .setIssuedAt(now + (given.issued ?? 0))
    .setExpirationTime(now + (given.expires ?? 120));
  return jwt.sign(given.key ?? ec.privateKey);
}

const handOver = (assertion: string, form: object = {}, token?: string) =>
  service.post('/Token', { grant_type: HANDOVER, assertion, ircd: HOSPITAL, ...form }, token);
const REFUSED = { status: 400, body: { error: 'invalid_grant' } };

const bookingOf = (mail: string) =>
  guestForm(HOSPITAL, {
    jgcd: NO_GUESTS,
    hksh: '06990099',
    hkkg: '12',
    hkno: '345',
    cmnm: '汐見商事',
    sumGkgk: 7700,
    email1: mail,
    reserveDate: '2026/12/02',
  });

test('an unknown person books without logging in, also where guests may not, and is known from then on', async () => {
  const form = bookingOf('taro@example.jp');
  expect((await service.post(GUEST, form)).body).toMatchObject({ errorCode: 13, redoStep: 'login' });

  const arrived = await handOver(await sign({ sub: 'p-100' }));
  expect(arrived).toMatchObject({ status: 200, body: { userId: '', jgcd: NO_GUESTS, expires_in: 1800 } });
  const token = arrived.body.access_token;
  const month = stepForm(form, { calenderYear: 2026, calenderMonth: 12 });
  expect((await service.post('/api/CommonSelectCalender/ChangeCalender', month, token)).body).toMatchObject({
    errorCode: 0,
  });
  const booked = await service.post(GUEST, form, token);
  expect(booked.body).toMatchObject({ errorCode: 0, userId: `${HOSPITAL}_taro@example.jp` });

  const again = await handOver(await sign({ sub: 'p-100' }));
  expect(again.body).toMatchObject({ userId: `${HOSPITAL}_taro@example.jp`, jgcd: NO_GUESTS });
  const who = await service.post('/api/CommonTop/CommonTopGetUserInfo', { ircd: HOSPITAL }, again.body.access_token);
  expect(who.body).toMatchObject({ errorCode: 0, name: '健診　花子' });
});

test('it opens nothing else: no other client, nothing that needs an account, no other institution', async () => {
  const { body } = await handOver(await sign({ sub: 'p-200' }));
  const token = body.access_token;
  const me = await service.post('/api/Account/CommonLoginedNewReserve', bookingOf('x@example.jp'), token);
  expect(me).toMatchObject({ status: 401, body: { errorCode: 15 } });
  expect((await service.post('/api/AdminLogin/GetUserInfo', {}, token)).status).toBe(401);
  await service.db.updateTable('clients').set({ guest_booking: false }).where('client_code', '=', SOCIETY).execute();
  const elsewhere = guestForm(HOSPITAL, {
    jgcd: SOCIETY,
    hksh: '06990014',
    inputHfkb: '01',
    sumGkgk: 5500,
    email1: 'y@example.jp',
  });
  expect((await service.post(GUEST, elsewhere, token)).body).toMatchObject({ errorCode: 13, redoStep: 'login' });
});

test('who logs in to an account of theirs on the way is not tied to it: the link may have been somebody else’s', async () => {
  const mail = 'jiro@example.jp';
  const first = await service.post(GUEST, guestForm(HOSPITAL, { email1: mail, reserveDate: '2026/12/03' }));
  const { body } = await handOver(await sign({ sub: 'p-300' }));
  const taken = await service.post(GUEST, bookingOf(mail), body.access_token);
  expect(taken.body).toMatchObject({ errorCode: 13, isRegistered: '1' });
  const pair = { grant_type: 'password', username: `${HOSPITAL}_${mail}`, password: first.body.firstPassword };
  expect((await service.post('/Token', pair, body.access_token)).status).toBe(200);
  expect((await handOver(await sign({ sub: 'p-300' }))).body.userId).toBe('');
});

test('an assertion serves once, also when it is sent many times at once', async () => {
  const assertion = await sign();
  const answers = await Promise.all(Array.from({ length: 10 }, () => handOver(assertion)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const sameId = { jti: 'same' };
  expect((await handOver(await sign(sameId))).status).toBe(200);
  expect(await handOver(await sign(sameId))).toEqual(REFUSED);
});

test('each handover is in the access log, by the client; one without a key of ours is only counted', async () => {
  const entriesOf = async (assertion: string) => {
    const before = (await service.readLog()).length;
    await handOver(assertion);
    const entries = (await service.readLog()).slice(before);
    return entries.map(({ actor_kind, act, subject, outcome }) => `${actor_kind} ${act} ${subject} ${outcome}`);
  };
  const client = `クライアント ${NO_GUESTS}`;
  const assertion = await sign({ sub: 'p-secret' });
  expect(await entriesOf(assertion)).toEqual([`examinee 81 ${client} ok`]);
  expect(await entriesOf(assertion)).toEqual([`examinee 82 ${client} failed`]);
  expect(await entriesOf(await sign({ key: other.privateKey }))).toEqual([`examinee 82 ${client} failed`]);
  service.running.unknownAttempts.flush();
  const counted = new Promise((resolve) => (service.running.unknownAttempts.onMinute = resolve));
  expect(await entriesOf(await sign({ kid: 'unknown' }))).toEqual([]);
  service.running.unknownAttempts.flush();
  expect(await counted).toMatchObject({ unknown: 1 });
  const log = JSON.stringify(await service.readLog());
  expect(log).not.toContain('p-secret');
});

test('RSA keys serve as well', async () => {
  const signed = await sign({ kid: 'rsa', alg: 'RS256', key: rsa.privateKey });
  expect((await handOver(signed)).status).toBe(200);
});

const refusals: [string, () => Promise<string> | string][] = [
  ['another key', () => sign({ key: other.privateKey })],
  ['an unknown key id', () => sign({ kid: 'unknown' })],
  ['another issuer', () => sign({ iss: 'https://evil.example.jp' })],
  ['another audience', () => sign({ aud: 'https://elsewhere.example.jp' })],
  ['one for another institution', () => sign({ aud: 'https://biyori.example.jp/CommonLogin/r20000009' })],
  ['an issuer that no text can hold', () => sign({ iss: 'a\0b' })],
  ['a key id that no text can hold', () => sign({ kid: 'a\0b' })],
  ['one that is over', () => sign({ issued: -400, expires: -200 })],
  ['one that is old, though it claims to last', () => sign({ issued: -400, expires: 200 })],
  ['one that lasts too long', () => sign({ expires: 3600 })],
  ['one from the future', () => sign({ issued: 200, expires: 300 })],
  ['one without an id', () => sign({ jti: undefined })],
  ['a subject with line breaks', () => sign({ sub: 'a\nb' })],
  ['an empty subject', () => sign({ sub: '' })],
  ['the public key as a shared secret', () => sign({ alg: 'HS256', key: Buffer.from(pem(ec.publicKey)) })],
  [
    'no signature at all',
    async () => {
      const [, payload] = (await sign()).split('.');
      const head = Buffer.from('{"alg":"none","kid":"ec"}').toString('base64url');
      return `${head}.${payload}.`;
    },
  ],
  ['no token at all', () => 'not.a.token'],
];
test.each(refusals)('refuses %s', async (_what, make) => {
  expect(await handOver(await make())).toEqual(REFUSED);
});

test('refuses what was made for another institution', async () => {
  await service.openInstitution('20000009', 'clinic09');
  expect(await handOver(await sign(), { ircd: '20000009' })).toEqual(REFUSED);
  expect(await handOver(await sign(), { ircd: '' })).toEqual(REFUSED);
});
