// Handing mails over to servers that want TLS and a log-in, and telling what is the server's fault from what is the mail's.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { readMail } from '#tests/kit/read-mail.ts';
import { type MailToSend, NotDelivered, openDelivery, type SmtpError } from './outbox-delivery.ts';

const MAIL: MailToSend = {
  institution_code: '10000001',
  mail_id: '00000000-0000-0000-0000-000000000001',
  message_id: '<1@example.jp>',
  kind: 'booked',
  sender: 'kenshin@example.jp',
  sender_name: '',
  reply_to: 'desk@example.jp',
  recipient: 'hanako@example.jp',
  bcc: '',
  subject: '件名',
  body: '本文',
  calendar_event: null,
  created_at: new Date('2026-11-15T01:00:00Z'),
};
const received: { user: unknown; isSecure: boolean; to: string[]; raw: string }[] = [];
let port: number;
let server: SMTPServer;

beforeAll(async () => {
  // With the certificate that comes along, which nobody has signed.
  server = new SMTPServer({
    secure: true,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, callback) {
      if (username === 'clinic@example.jp' && password === 'p:w/d@1') callback(null, { user: username });
      else callback(Object.assign(new Error('no'), { responseCode: 535 }));
    },
    onRcptTo({ address }, _session, callback) {
      callback(/^no/i.test(address) ? Object.assign(new Error('no'), { responseCode: 550 }) : null);
    },
    onData(stream, session, callback) {
      let raw = '';
      stream.on('data', (chunk) => {
        raw += chunk;
      });
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ user: session.user, isSecure: session.secure, to, raw });
        callback();
      });
    },
  });
  server.on('error', () => {});
  port = await new Promise((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => resolve((listening.address() as AddressInfo).port));
  });
});
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
afterEach(() => {
  received.length = 0;
});

async function send(login: string, query: string, more: Partial<MailToSend> = {}): Promise<void> {
  const delivery = openDelivery(
    readConfig({ PUBLIC_URL: 'http://localhost', SMTP_URL: `smtps://${login}@127.0.0.1:${port}${query}` }),
  );
  await delivery.send({ ...MAIL, ...more }).finally(() => delivery.close());
}
const LOGIN = 'clinic%40example.jp:p%3Aw%2Fd%401';
const HEADERS = [
  'auto-submitted',
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
];
const ANY_CERTIFICATE = '?tls.rejectUnauthorized=false';

test('TLS and log-in by the address, special characters included', async () => {
  await send(LOGIN, ANY_CERTIFICATE);
  expect(received).toMatchObject([{ user: 'clinic@example.jp', isSecure: true }]);
  expect(received[0]?.raw).toContain('Reply-To: desk@example.jp\r\n');
});

test('a wrong password and a certificate that nobody has signed are no fault of the mail', async () => {
  const wrong = await send('clinic%40example.jp:x', ANY_CERTIFICATE).catch((error) => error);
  expect(wrong).toMatchObject({ isServerAway: true, reason: '535' });
  const unsigned = await send(LOGIN, '').catch((error) => error);
  expect(unsigned).toMatchObject({ isServerAway: true, reason: 'ESOCKET' });
  expect(received).toEqual([]);
});

test.each<[boolean, Partial<SmtpError>]>([
  [true, { code: 'EDNS' }],
  [true, { code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' }],
  [true, { code: 'ETIMEDOUT', timeoutType: 'CONNECT_TIMEOUT', command: 'CONN' }],
  [true, { code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT', command: 'CONN' }],
  [true, { code: 'ECONNECTION' }],
  [true, { code: 'EPROTOCOL', message: 'Invalid greeting. response=421 busy', responseCode: 421, command: 'CONN' }],
  [false, { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT', command: 'CONN' }],
  [false, { code: 'ECONNECTION', command: 'CONN' }],
  [false, { code: 'ESOCKET', originalCode: 'ECONNRESET', command: 'CONN' }],
  [false, { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }],
  [false, { code: 'EMESSAGE', responseCode: 451, command: 'DATA' }],
])('the server’s fault: %s for %j', (isServerAway, error) => {
  expect(new NotDelivered(Object.assign(new Error('x'), error)).isServerAway).toBe(isServerAway);
});

test('a copy that was taken hides no refusal, however the address is spelt', async () => {
  const mail = { recipient: 'Nobody@EXAMPLE.jp', bcc: 'archive@example.jp' };
  const refusal = await send(LOGIN, ANY_CERTIFICATE, mail).catch((error) => error);
  expect(refusal).toMatchObject({ reason: '550', isPermanent: true, isCopied: true });
  expect(received.map(({ to }) => to)).toEqual([['archive@example.jp']]);
});

const FIELDS = ['sender', 'sender_name', 'reply_to', 'recipient', 'bcc', 'subject', 'message_id'] as const;

// Such are refused where they are typed. Should one have got into the outbox, it is one value still: mails that it makes
// impossible are refused by the server.
test.each([
  'x@example.jp\r\nBcc: evil@example.jp',
  'x@example.jp, evil@example.jp',
  'x@example.jp> RCPT TO:<evil@example.jp',
])('no field names a second address or gets a line of its own: %j', async (value) => {
  for (const field of FIELDS) await send(LOGIN, ANY_CERTIFICATE, { [field]: value }).catch(() => {});
  expect(received.length).toBeGreaterThan(3);
  for (const { to, raw } of received) {
    expect(to).toEqual(['hanako@example.jp']);
    const { headers } = readMail(raw);
    expect([...headers.keys()].sort()).toEqual(HEADERS);
    const addresses = ['from', 'to', 'reply-to'].map((name) => headers.get(name)?.replaceAll(/"[^"]*"/g, '') ?? '');
    expect(addresses.filter((each) => each.includes(','))).toEqual([]);
  }
});

test('given SMTP without TLS, then no mail leaves; unless the server is on this machine, or its address says so', async () => {
  const plain = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    onData(stream, _session, callback) {
      stream.resume().on('end', callback);
    },
  });
  plain.on('error', () => {});
  const at = await new Promise<number>((resolve) => {
    const listening = plain.listen(0, '127.0.0.1', () => resolve((listening.address() as AddressInfo).port));
  });
  const sendTo = async (address: string) => {
    const delivery = openDelivery(readConfig({ PUBLIC_URL: 'http://localhost', SMTP_URL: `smtp://${address}` }));
    const outcome = await delivery.send(MAIL).then(
      () => null,
      (error: NotDelivered) => error,
    );
    delivery.close();
    return outcome;
  };
  try {
    // Another name of this machine, which does not tell that it is one.
    expect(await sendTo(`0.0.0.0:${at}`)).toMatchObject({ isServerAway: true, isWithoutTls: true });
    expect(await sendTo(`0.0.0.0:${at}/?requireTLS=false`)).toBeNull();
    expect(await sendTo(`127.0.0.1:${at}`)).toBeNull();
  } finally {
    await new Promise<void>((resolve) => plain.close(resolve));
  }
});
