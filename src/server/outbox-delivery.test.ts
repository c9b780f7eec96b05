// Handing mails over to servers that want TLS and a log-in, and telling what is the server's fault from what is the mail's.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { type MailToSend, NotDelivered, openDelivery, type SmtpError } from './outbox-delivery.ts';

const MAIL: MailToSend = {
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
const received: { user: unknown; isSecure: boolean; raw: string }[] = [];
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
    onData(stream, session, callback) {
      let raw = '';
      stream.on('data', (chunk) => {
        raw += chunk;
      });
      stream.on('end', () => {
        received.push({ user: session.user, isSecure: session.secure, raw });
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

async function send(login: string, query: string): Promise<void> {
  const delivery = openDelivery(readConfig({ SMTP_URL: `smtps://${login}@127.0.0.1:${port}${query}` }));
  await delivery.send(MAIL).finally(() => delivery.close());
}
const LOGIN = 'clinic%40example.jp:p%3Aw%2Fd%401';
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
