// What a form says about fields that nobody has touched yet.
import { expect, test } from 'vitest';
import { markupOf } from '#tests/kit/markup-of.ts';
import { choice } from '#wire/fields.ts';
import { type Draft, record } from '#wire/record.ts';
import { password, text } from '#wire/texts.ts';
import { PasswordField } from './fields.tsx';
import { unbound, useForm } from './form.ts';

const type = record({
  name: text('name', '名称', { required: true, max: 3 }),
  shortName: text('ryak', '略称', { required: true }),
  kind: choice('kind', '区分', { day: '1' }),
});

function Sentences({ initial }: { initial: Draft<typeof type> }) {
  const form = useForm(type, initial);
  return <>{[form.bind('name').value, ...form.problems.map(({ sentence }) => sentence)].join(' ')}</>;
}

test('a stored value that breaks a rule is shown with the rule', () => {
  const stored = type.receive({ name: 'abcd', ryak: '', kind: '9' });
  expect(markupOf(<Sentences initial={type.draft(stored)} />)).toBe('abcd 名称は3文字以内で入力してください。');
});

test('what is empty is not found fault with before somebody was there', () => {
  expect(markupOf(<Sentences initial={type.blank} />)).toBe('');
});

test.each([
  ['Kawasemi*2026 ＿*', '（使用できない文字：*　空白　＿）'],
  ['Kawasemi#2026', ''],
])('a refused password names the signs that it must not have: %j', (value, named) => {
  const sentences: string[] = [];
  password('pass', 'パスワード').parse(value, (sentence) => sentences.push(sentence));
  const field = { ...unbound('pass', 'パスワード', value), error: sentences[0] ?? null };
  const markup = markupOf(<PasswordField {...field} />);
  expect(markup.includes(`パスワードに使用できない文字が入力されています。${named}`)).toBe(named !== '');
});
