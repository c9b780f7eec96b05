// Which template a mail is written from.
import { expect, test } from 'vitest';
import { chooseTemplate, type MailTemplate, writeMail } from './mails.ts';

const template = (title: string, clientCode: string | null, courseCode: string | null): MailTemplate => {
  return { kind: 'booked', clientCode, courseCode, title, body: '', sender: '', replyTo: '', bcc: '' };
};
const EVERYBODY = template('institution', null, null);
const CLIENT = template('client', '00000101', null);
const COURSE = template('course', '00000101', '0001');
const OTHERS = [
  template('another client', '00000102', null),
  template('another course', '00000101', '0002'),
  { ...template('another kind', '00000101', '0001'), kind: 'confirmed' as const },
];

const target = { clientCode: '00000101', courseCode: '0001', desired: false };

test.each<[MailTemplate[], string]>([
  [[EVERYBODY, CLIENT, COURSE], 'course'],
  [[CLIENT, EVERYBODY], 'client'],
  [[EVERYBODY], 'institution'],
])('the most specific of those that fit, in whatever order: %#', (fitting, title) => {
  for (const templates of [fitting, fitting.toReversed()]) {
    expect(chooseTemplate([...OTHERS, ...templates], 'booked', target).title).toBe(title);
  }
});

test('the built-in text where none fits', () => {
  expect(chooseTemplate(OTHERS, 'booked', target).title).toContain('ご予約を受け付けました');
});

test('a password goes to its owner alone, and into no title', () => {
  const values = { パスワード: 'rei8Kd2mQx5vTn7w' };
  const text = { title: 'お知らせ{{パスワード}}', body: '{{パスワード}}', bcc: 'archive@example.jp' };
  const own: MailTemplate = { ...template('', null, null), ...text, kind: 'password' };
  const mail = writeMail(own, values, { recipient: 'hanako@example.jp', publicUrl: 'https://kenshin.example.jp' });
  expect(mail).toMatchObject({ bcc: '', subject: 'お知らせ', body: values.パスワード });
});
