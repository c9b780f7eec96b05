// When there is a demo, and when nobody gets at it: everybody knows its log-ins.
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createInstitution } from '#server/records/institutions.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { closeDemo, ensureDemo } from './ensure-demo.ts';

const NOW = new Date('2026-11-15T01:00:00Z');
const LOG_IN = { grant_type: 'password', username: 'demo0001', password: 'Biyori#2026' };
const CLOSED = { status: 400, body: { error: 'invalid_grant' } };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

// One database, and one after the other: the demo is loaded once.
let service: TestService;
const lines: string[] = [];
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** As a start with these settings does it. */
async function start(env: Record<string, string>): Promise<boolean> {
  const isOpen = await ensureDemo(
    service.db,
    readConfig(env),
    NOW,
    (line) => lines.push(line),
    async () => {},
  );
  await service.running.hidden.refresh();
  return isOpen;
}

const PUBLIC = { PUBLIC_URL: 'https://kenshin.example.jp' };
const logIn = () => service.post('/Token', LOG_IN);

/** From a front server, or by another name of the machine. */
const logInWith = async (headers: Record<string, string>) => {
  const payload = new URLSearchParams(LOG_IN).toString();
  const response = await service.app.inject({
    method: 'POST',
    url: '/Token',
    headers: { ...FORM, ...headers },
    payload,
  });
  return { status: response.statusCode, body: response.json() };
};

test('DEMO=0 loads none', async () => {
  expect(await start({ DEMO: '0' })).toBe(false);
  expect(await service.db.selectFrom('institutions').selectAll().execute()).toEqual([]);
});

test('one that the provider has removed is not loaded again', async () => {
  const removed = { institution_code: '10000001', route_param: 'demo-clinic', removed_at: NOW };
  await service.db.insertInto('removed_institutions').values(removed).execute();
  expect(await start({ DEMO: '1' })).toBe(false);
  expect(await service.db.selectFrom('institutions').selectAll().execute()).toEqual([]);
  await service.db.deleteFrom('removed_institutions').execute();
});

test('given the same with PUBLIC_URL, then there is no institution and demo0001 opens nothing', async () => {
  expect(await start(PUBLIC)).toBe(false);
  expect(await service.db.selectFrom('institutions').selectAll().execute()).toEqual([]);
  expect(await logIn()).toMatchObject(CLOSED);
});

test('given npm start on an empty folder, then the demo is there', async () => {
  expect(await start({})).toBe(true);
  expect(service.running.hidden.onlyRoute).toBeNull();
  expect(await logIn()).toMatchObject({ status: 200 });
}, 120_000);

test('given an open demo, when demo0001 logs in through a front server on the same machine, then it opens nothing', async () => {
  const outside: Record<string, string>[] = [
    { 'x-forwarded-for': '203.0.113.5' },
    { forwarded: 'for=203.0.113.5' },
    { host: 'kenshin.example.jp' },
    // With a Host of its own, and nothing added: what the browser says is passed on.
    { host: '127.0.0.1:8080', origin: 'https://kenshin.example.jp' },
    { host: '127.0.0.1:8080', referer: 'http://kenshin.example.jp/AdminLogin' },
  ];
  for (const headers of outside) {
    expect(await logInWith(headers)).toMatchObject(CLOSED);
  }
  expect(await logInWith({ host: '127.0.0.1:8080' })).toMatchObject({ status: 200 });
  expect(await logInWith({ host: 'localhost:8080', origin: 'http://localhost:8080' })).toMatchObject({ status: 200 });
});

test('given a plain proxy_pass, which speaks HTTP/1.0, then it opens nothing', async () => {
  const post = `POST /Token HTTP/VERSION\r\nHost: 127.0.0.1:8080\r\nContent-Type: application/x-www-form-urlencoded\r\n`;
  const body = new URLSearchParams(LOG_IN).toString();
  const request = `${post}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.app.server.address() as AddressInfo;
  const send = async (version: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(request.replace('VERSION', version));
    return (await socket.setEncoding('utf8').toArray()).join('');
  };
  expect(await send('1.0')).toMatch(/ 400 Bad Request[\s\S]*invalid_grant/);
  expect(await send('1.1')).toMatch(/ 200 OK[\s\S]*access_token/);
});

test('given a folder with a demo, when it is started with SMTP_URL, then its log-ins are dead and the start says why', async () => {
  const { body } = await logIn();
  expect(await start({ ...PUBLIC, SMTP_URL: 'smtps://mail.example.jp' })).toBe(false);
  expect(lines.at(-1)).toBe(
    'The demo institution is closed, since SMTP_URL is set. DEMO=1 opens it; remove-institution --code 10000001 removes it.',
  );
  expect(await logIn()).toMatchObject(CLOSED);
  expect(await service.post('/api/CommonTop/CommonTopFirstDisplay', { param: 'demo' })).toMatchObject({ status: 404 });
  expect(await service.post('/api/CommonTop/MessageForRecipients', { ircd: '10000001' })).toMatchObject({
    status: 404,
  });
  // Who was logged in is so no longer.
  expect(await service.post('/api/AdminLogin/GetUserInfo', {}, body.access_token)).toMatchObject({ status: 401 });
  // It stays closed until somebody wants it.
  expect(await start({})).toBe(false);
  expect(await start({ ...PUBLIC, DEMO: '1' })).toBe(true);
  expect(await logIn()).toMatchObject({ status: 200 });
});

test('a real institution beside it closes it, unless it is wanted', async () => {
  await createInstitution(service.db, { institutionCode: '10000002', routeParam: 'clinic', name: '丘の上クリニック' });
  expect(await closeDemo(service.db, readConfig({ DEMO: '1' }), NOW)).toBeNull();
  expect(await closeDemo(service.db, readConfig({}), NOW)).toMatch(
    /^The demo institution is closed, since there is another/,
  );
  await service.running.hidden.refresh();
  expect(await logIn()).toMatchObject(CLOSED);
});
