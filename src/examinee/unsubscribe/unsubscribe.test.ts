// The links in invitations: what they show, what a press does, and what mail programs send.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { oneClickUrl, sealAddressee } from '#server/mail/mail-consent.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';

const OWN = '10000001';
const FAMILY = '/api/CommonUnsubscribe';
let service: TestService;
let key: string;

beforeAll(async () => {
  service = await startTestService();
  await service.openInstitution(OWN, 'clinic01');
  const values = { name: '汐見の丘健診センター', contract_phone: '045-000-0123' };
  await service.db.updateTable('institutions').set(values).execute();
  key = sealAddressee(service.running.secret, { institutionCode: OWN, mail: 'Hanako@example.jp' });
});
afterAll(() => service.close());
beforeEach(() => service.db.deleteFrom('mail_wishes').execute());

const wishes = async () => {
  const rows = await service.db.selectFrom('mail_wishes').selectAll().execute();
  return rows.map(({ institution_code, mail, accepts, origin }) => [institution_code, mail, accepts, origin]);
};
const refused = (origin: string) => [[OWN, 'hanako@example.jp', false, origin]];

test('nothing can be read in a key, and no two are alike', () => {
  expect(key).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(Buffer.from(key, 'base64url').toString()).not.toMatch(/hanako|10000001/i);
  expect(sealAddressee(service.running.secret, { institutionCode: OWN, mail: 'hanako@example.jp' })).not.toBe(key);
});

test.each([
  ['https://kenshin.example.jp', true],
  ['http://127.0.0.1:8080', false],
])('a mail program’s button is offered where the service is reached by https: %s, %s', (publicUrl, isOffered) => {
  const { secret, config } = service.running;
  const ground = { secret, config: { ...config, publicUrl } };
  expect(oneClickUrl(ground, { institutionCode: OWN, mail: 'hanako@example.jp' }) !== null).toBe(isOffered);
});

test('opening the page tells whom it is about, masked, and changes nothing', async () => {
  const { body } = await service.post(`${FAMILY}/FirstDisplay`, { key });
  expect(body).toMatchObject({
    errorCode: 0,
    irnm: '汐見の丘健診センター',
    ktel: '045-000-0123',
    email: 'h•••••o@example.jp',
    dmkb: '1',
  });
  expect(await wishes()).toEqual([]);
});

test('one press refuses, the same press twice is one, another takes it back', async () => {
  const press = async (call: string) => (await service.post(`${FAMILY}/${call}`, { key })).body.errorCode;
  const shown = async () => (await service.post(`${FAMILY}/FirstDisplay`, { key })).body.dmkb;
  expect([await press('Refuse'), await press('Refuse')]).toEqual([0, 0]);
  expect(await wishes()).toEqual(refused('link'));
  expect(await shown()).toBe('0');
  expect([await press('Accept'), await press('Accept')]).toEqual([0, 0]);
  expect(await wishes()).toEqual([[OWN, 'hanako@example.jp', true, 'link']]);
  expect(await shown()).toBe('1');
});

describe('one click', () => {
  const BOUNDARY = 'part';
  const multipart = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${BOUNDARY}--\r\n`;
  const click = (at: string, headers: Record<string, string>, payload?: string) =>
    service.app.inject({ method: 'POST', url: `${FAMILY}/OneClick${at}`, headers, payload });

  test('given a mail program’s POST with multipart body and no cookies, then 200 and the wish stands', async () => {
    const type = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    const { statusCode, headers } = await click(`?key=${key}`, type, multipart);
    expect(statusCode).toBe(200);
    expect(headers['set-cookie']).toBeUndefined();
    expect(await wishes()).toEqual(refused('oneclick'));
  });

  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
  test.each<[string, Record<string, string>, string | undefined]>([
    ['a form', FORM, 'List-Unsubscribe=One-Click'],
    ['from a page of another site', { ...FORM, 'sec-fetch-site': 'cross-site' }, 'List-Unsubscribe=One-Click'],
    ['a form that is none', FORM, '%'],
    ['a body of no type', {}, 'List-Unsubscribe=One-Click'],
    ['nothing at all', {}, undefined],
    ['with a token that is dead', { ...FORM, authorization: 'Bearer x' }, 'token=x'],
  ])('%s', async (_what, headers, payload) => {
    expect((await click(`?key=${key}`, headers, payload)).statusCode).toBe(200);
    expect(await wishes()).toEqual(refused('oneclick'));
  });

  test('pressed twice it is one refusal, and a broken link is nobody’s', async () => {
    const press = (of: string) => service.post(`${FAMILY}/OneClick?key=${of}`, {});
    for (let presses = 0; presses < 2; presses++) expect((await press(key)).body.errorCode).toBe(0);
    expect(await wishes()).toEqual(refused('oneclick'));
    expect(await press('broken')).toMatchObject({ status: 404, body: { errorCode: 16 } });
  });

  test('by opening it, nothing happens: scanners open links', async () => {
    const { statusCode } = await service.app.inject({ method: 'GET', url: `${FAMILY}/OneClick?key=${key}` });
    expect(statusCode).toBe(404);
    expect(await wishes()).toEqual([]);
  });

  test('a key in the body is none', async () => {
    expect((await click('', FORM, `key=${key}`)).json()).toMatchObject({ errorCode: 16 });
  });
});

test('pages of other sites still send nothing else, and other calls still read forms alone', async () => {
  const url = `${FAMILY}/Refuse`;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const crossSite = { ...form, 'sec-fetch-site': 'cross-site' };
  const payload = `key=${key}`;
  expect((await service.app.inject({ method: 'POST', url, headers: crossSite, payload })).statusCode).toBe(404);
  const typed = { 'content-type': 'multipart/form-data; boundary=x' };
  expect((await service.app.inject({ method: 'POST', url, headers: typed, payload })).statusCode).not.toBe(200);
  expect(await wishes()).toEqual([]);
});

test.each([
  ['nothing', () => ''],
  ['noise', () => 'abc'],
  ['one that was cut off', () => key.slice(0, -3)],
  ['of an institution that is gone', () => of('10000009', 'hanako@example.jp')],
  ['of no address', () => of(OWN, '')],
])('16 for a key that is broken: %s', async (_what, broken) => {
  for (const call of ['FirstDisplay', 'Refuse', 'Accept']) {
    expect((await service.post(`${FAMILY}/${call}`, { key: broken() })).body).toMatchObject({ errorCode: 16 });
  }
  const url = `${FAMILY}/OneClick?key=${broken()}`;
  expect((await service.app.inject({ method: 'POST', url })).json()).toMatchObject({ errorCode: 16 });
  expect(await wishes()).toEqual([]);
});
const of = (institutionCode: string, mail: string) => sealAddressee(service.running.secret, { institutionCode, mail });
