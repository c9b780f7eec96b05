// The built-in texts of notices, to the letter.
import { expect, test } from 'vitest';
import { hasStrayBraces, templateParts, unknownVariables } from './mail-variables.ts';
import { NOTICE_TEXT_WORDS, NOTICE_VARIABLES, type NoticeText, noticeText } from './notice-texts.ts';

test('a broken machine is shown with the name of its frame', () => {
  expect(noticeText('machine', '胃内視鏡')).toEqual({
    subject: '【{{医療機関名}}】{{受診日}}のご予約について',
    body: `{{氏名}} 様

{{医療機関名}}でございます。
{{受診日}} {{受付時間}}のご予約（予約番号{{予約番号}}）についてお知らせいたします。

胃内視鏡の機器の不具合により、当日は胃内視鏡の検査を行うことができません。まことに申し訳ございません。

次のいずれかをお選びいただき、お電話でお知らせください。
　1. ほかの検査に変えて、同じ日に受診する
　2. 別の日に受診する

{{医療機関名}}
電話 {{電話番号}}（{{電話受付時間}}）`,
  });
});

test('without a frame it is reported in general', () => {
  expect(noticeText('machine', '').body).toContain(
    '\n検査機器の不具合により、当日は一部の検査を行うことができません。まことに申し訳ございません。\n',
  );
});

test('who writes freely begins with head and foot', () => {
  expect(noticeText('free', '胃内視鏡').body.split('\n').slice(3)).toEqual([
    '{{受診日}} {{受付時間}}のご予約（予約番号{{予約番号}}）についてお知らせいたします。',
    '',
    '',
    '{{医療機関名}}',
    '電話 {{電話番号}}（{{電話受付時間}}）',
  ]);
});

test.each(Object.keys(NOTICE_TEXT_WORDS) as NoticeText[])('%s holds nothing that a notice may not hold', (text) => {
  const { subject, body } = noticeText(text, '胃内視鏡');
  const named = templateParts(subject + body).flatMap(({ variable }) => variable ?? []);
  expect(named.filter((name) => !NOTICE_VARIABLES.some((one) => one === name))).toEqual([]);
  expect([unknownVariables(body), hasStrayBraces(body)]).toEqual([[], false]);
});
