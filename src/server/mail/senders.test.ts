// Where the provider lists the domains of senders: what can be saved, and as whom what is stored already goes out.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { mailCommands } from '#app/operator/mail.ts';
import { Refused, Usage } from '#app/operator/options.ts';
import { type MailServer, startMailServer } from '#tests/kit/mail-server.ts';
import { putMail } from '#tests/kit/outbox.ts';
import { readMail } from '#tests/kit/read-mail.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { startOutbox } from './outbox.ts';

const OWN = '10000001';
let service: TestService;
let server: MailServer;
let token: string;

beforeAll(async () => {
  server = await startMailServer();
  const from = { MAIL_FROM: 'kenshin@Provider.example.jp', PUBLIC_URL: 'http://127.0.0.1:8080' };
  service = await startTestService({ env: { SENDER_DOMAINS: 'listed', SMTP_URL: server.url, ...from } });
  token = await service.openInstitution(OWN, 'clinic01');
});
afterAll(async () => {
  await server.close();
  await service.close();
});
afterEach(() => service.db.updateTable('institution_policies').set({ sender_domains: [] }).execute());

async function setDomains(domains: string, institution = OWN): Promise<string> {
  const work = await mailCommands['set-sender-domains']!(['--institution', institution, '--domains', domains]);
  return work(service.db);
}

const save = async (otad: string, mlbr: string) => {
  const form = { mlbr, jgcd: '', kscd: '', titl: '件名', naiy: '本文', otad, repy: '', bcc: '' };
  return (await service.post('/api/MasterWMAIL/Register', form, token)).body;
};

test('a template names a sender of the listed domains or of the provider’s, and no other', async () => {
  await setDomains('A.example.jp,b.example.jp');
  expect(await save('desk@a.example.jp', '02')).toMatchObject({ errorCode: 0 });
  expect(await save('desk@B.Example.jp', '03')).toMatchObject({ errorCode: 0 });
  expect(await save('desk@provider.example.jp', '04')).toMatchObject({ errorCode: 0 });
  for (const other of ['desk@c.example.jp', 'desk@sub.a.example.jp', 'desk@aa.example.jp']) {
    expect(await save(other, '05')).toMatchObject({
      errorCode: 12,
      errorMessage: '送信元には a.example.jp、b.example.jp、provider.example.jp のメールアドレスを入力してください。',
    });
  }
  const { body } = await service.post('/api/MasterWMAIL/List', {}, token);
  const [first] = body.listMAIL;
  const detail = (await service.post('/api/MasterWMAIL/Detail', { mrcd: first.MRCD }, token)).body;
  const values = { mlbr: first.MLBR, jgcd: '', kscd: '', titl: '件名', naiy: '本文', repy: '', bcc: '' };
  const change = { mrcd: first.MRCD, version: detail.version, ...values, otad: 'desk@c.example.jp' };
  expect((await service.post('/api/MasterWMAIL/Update', change, token)).body).toMatchObject({ errorCode: 12 });
});

test('a stored one outside goes out as the provider’s, with it as the address to answer to', async () => {
  await setDomains('a.example.jp');
  const put = async (sender: string, reply_to = '') => {
    const id = await putMail(service.db, { institution: OWN, at: new Date('2026-11-15T00:00:00Z') });
    await service.db.updateTable('outbox_mails').set({ sender, reply_to }).where('mail_id', '=', id).execute();
  };
  await put('desk@a.example.jp');
  await put('desk@c.example.jp');
  await put('desk@c.example.jp', 'answers@c.example.jp');
  await put('');
  const outbox = startOutbox(service.running, async () => null);
  await expect.poll(() => server.received.length).toBe(4);
  await outbox.stop();
  const sent = server.received.map(({ from, raw }) => `${from} ${readMail(raw).headers.get('reply-to') ?? '-'}`);
  expect(sent.map((one) => one.toLowerCase()).sort()).toEqual([
    'desk@a.example.jp -',
    'kenshin@provider.example.jp -',
    'kenshin@provider.example.jp answers@c.example.jp',
    'kenshin@provider.example.jp desk@c.example.jp',
  ]);
  // What the template said stays as it was written.
  const kept = await service.db.selectFrom('outbox_mails').select('sender').execute();
  expect(kept.filter(({ sender }) => sender === 'desk@c.example.jp')).toHaveLength(2);
});

test('the provider’s command tells what it did, which the institution reads in its log', async () => {
  expect(await setDomains('a.example.jp')).toBe(
    `Mails of institution ${OWN} may come from a.example.jp and MAIL_FROM's.`,
  );
  expect(await setDomains('')).toContain('no domain');
  const log = await service.db.selectFrom('access_log').selectAll().where('act', '=', '61').execute();
  expect(log.map(({ details }) => details)).toContainEqual({ note: '送信元のドメイン：a.example.jp' });
  await expect(setDomains('a.example.jp', '99999999')).rejects.toThrow(Refused);
  await expect(setDomains('nonsense')).rejects.toThrow(Usage);
});
