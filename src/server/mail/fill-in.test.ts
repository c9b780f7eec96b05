// What a filled-in template looks like where some of its variables hold nothing.
import { expect, test } from 'vitest';
import { BUILT_IN_MAILS, BUILT_IN_REQUESTS } from '#domain/mail/built-in-mails.ts';
import type { MailValues } from '#domain/mail/mail-variables.ts';
import { renderLine, renderTemplate } from '#domain/mail/render-template.ts';
import { chooseTemplate } from './mails.ts';

test.each<[string, string, MailValues, string]>([
  ['all there', '{{氏名}} 様\n本文', { 氏名: '健診　花子' }, '健診　花子 様\n本文'],
  ['a label without its value goes', 'a\n合計金額：{{合計金額}}\nb', { 合計金額: '' }, 'a\nb'],
  ['a line with another value stays', '{{受診日}} {{受付時間}}\nb', { 受診日: '11月18日' }, '11月18日\nb'],
  ['so do brackets without anything in them', '{{電話番号}}（{{電話受付時間}}）', { 電話番号: '03' }, '03'],
  ['one blank line of two goes along', 'a\n\n{{連絡事項}}\n\nb', {}, 'a\n\nb'],
  ['two that are empty in a row', 'a\n\n{{連絡事項}}\n\n{{合計金額}}\n\nb', {}, 'a\n\nb'],
  ['at the very beginning', '{{連絡事項}}\n\nb', {}, 'b'],
  ['blank lines that somebody wants stay', 'a\n\n\nb', {}, 'a\n\n\nb'],
  ['brackets that somebody wants stay', 'a（）', {}, 'a（）'],
  ['what people type is no variable', '{{氏名}}', { 氏名: '{{パスワード}}', パスワード: 'x' }, '{{パスワード}}'],
  ['several lines', '{{連絡事項}}', { 連絡事項: 'a\n\nb' }, 'a\n\nb'],
])('%s', (_, template, values, filled) => {
  expect(renderTemplate(template, values)).toBe(filled);
});

test('a title stays, whatever is missing', () => {
  expect(renderLine('【{{医療機関名}}】ご予約', {})).toBe('【】ご予約');
});

const bodies = [
  ...Object.entries(BUILT_IN_MAILS),
  ...Object.entries(BUILT_IN_REQUESTS).map(([kind, text]) => [`${kind}, requested`, text] as const),
];

test.each(bodies)('the built-in %s has no label without a value, whatever is missing', (_, { body }) => {
  const lines = renderTemplate(body, { 氏名: '健診　花子', 医療機関名: '汐見の丘健診センター' }).split('\n');
  expect(lines.filter((line) => /[：:]$|（）|\{\{/.test(line))).toEqual([]);
  expect(lines.filter((line, index) => line === '' && lines[index + 1] === '')).toEqual([]);
});

test.each(bodies)('the built-in %s offers changes and cancellations only until a deadline', (_, { body }) => {
  const url = 'https://kenshin.example.jp/CommonLogin/demo';
  const filled = renderTemplate(body, { 氏名: '健診　花子', 医療機関名: '汐見の丘健診センター', ログインURL: url });
  expect(filled).not.toContain('変更・キャンセル');
  const lines = filled.split('\n');
  // An address by itself would leave people wondering what it is for.
  const before = lines[lines.indexOf(url) - 1];
  if (lines.includes(url)) expect(before).toMatch(/。$/);
});

test('a change that staff have yet to confirm does not sound settled', () => {
  const target = { clientCode: '00000000', courseCode: '0001', desired: true };
  expect(chooseTemplate([], 'changed_by_examinee', target).title).toContain('まだ確定していません');
  expect(chooseTemplate([], 'changed_by_examinee', target).body).toContain('ご予約はまだ確定しておりません。');
  expect(chooseTemplate([], 'changed_by_examinee', { ...target, desired: false }).title).not.toContain('まだ');
});
