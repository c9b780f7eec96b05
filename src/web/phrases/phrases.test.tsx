// Lines end between phrases: words keep their particles, and nothing is lost.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { phrasesOf } from './phrases.ts';

test.each([
  // A word keeps its particles, and verbs their endings.
  'マイページに|ログイン',
  'ご予約の|変更を|受け付けました',
  '利用規約・|個人情報の|取り扱いに|同意する',
  '郵便番号から|住所を|入力しました。|続きを|ご入力ください。',
  // A polite prefix goes with its word, wherever it stands.
  '検査前日の|21時以降は|お食事をとらないで|ください。',
  '健康保険・|お勤め先の|健診で|予約する',
  // What begins with a verb stays whole.
  'お申し込み|いただけます',
  '秋から|年末にかけては|大変混み合います。',
  '受け取らない',
  'ご予約の|お支払い方',
  // Brackets go with what they hold, and the particle after them with them.
  '経鼻|（鼻から）と|経口|（口から）のどちらか',
  '表示します|（同じ|内容を|メールでも|お送りします）。',
  '「予約する」|ボタンを|押して|ください。',
  // No line is a single letter.
  '全身の|状態をくわしく|調べたい方',
  // One phrase.
  '一日人間ドック',
  '平日8:30〜16:30',
  'guest@example.jp',
  '𠮷田　髙﨑',
  '',
])('%s', (marked) => {
  expect(phrasesOf(marked.replaceAll('|', '')).join('|')).toBe(marked);
});

test('elements mark their own text, and only where it is read in lines', () => {
  const page = (
    <main>
      <button type="button">
        <hr />
        予約を変更する
      </button>
      <option>予約を変更する</option>
      <p>人間ドック</p>
    </main>
  );
  expect(renderToStaticMarkup(page)).toBe(
    '<main><button type="button"><hr/><text-phrases>予約を<wbr/>変更する</text-phrases></button>' +
      '<option>予約を変更する</option><p>人間ドック</p></main>',
  );
});
