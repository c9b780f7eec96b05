// Whom to tell of a hole, in the form that RFC 9116 asks for.
import { afterAll, expect, test } from 'vitest';
import { BadConfig, readConfig } from '#server/config.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { mountSecurityText } from './web-files.ts';

const started: TestService[] = [];
afterAll(() => Promise.all(started.map((service) => service.close())));

async function ask(env: Record<string, string>) {
  const service = await startTestService({ now: '2026-11-15T10:00:00+09:00', env });
  started.push(service);
  mountSecurityText(service.app, service.running);
  return service.app.inject('/.well-known/security.txt');
}

test('it names the contact, until when that holds, the languages and its own address', async () => {
  const answer = await ask({ SECURITY_CONTACT: 'security@example.jp', PUBLIC_URL: 'https://kenshin.example.jp' });
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.body.split('\n')).toEqual([
    'Contact: mailto:security@example.jp',
    'Expires: 2027-05-14T00:00:00Z',
    'Preferred-Languages: ja, en',
    'Canonical: https://kenshin.example.jp/.well-known/security.txt',
    '',
  ]);
});

test('without a contact there is none', async () => {
  expect((await ask({})).statusCode).toBe(404);
});

test('a contact is a mail address or an https address', () => {
  const contactOf = (text: string) => readConfig({ SECURITY_CONTACT: text }).securityContact;
  expect(contactOf('https://example.jp/security')).toBe('https://example.jp/security');
  expect(contactOf('mailto:a@example.jp')).toBe('mailto:a@example.jp');
  for (const wrong of ['http://example.jp/', 'example.jp', 'a@example.jp\nExpires: never', 'tel:+81-3']) {
    expect(() => contactOf(wrong), wrong).toThrow(BadConfig);
  }
});
