// What can be done by keys: everywhere, and on the page that is open.
import { OFFICE } from './addresses.ts';
import { Stack } from './ui/layout.tsx';
import { Facts } from './ui/panel.tsx';

type Keys = readonly (readonly [keys: string, act: string])[];

const EVERYWHERE: Keys = [
  ['/、Ctrl+K', '受診者検索に移る'],
  ['n', '電話予約を開く（管理者・受付）'],
  ['?', 'この一覧を開く'],
  ['Ctrl+Enter', '画面の下の主なボタン（更新、予約する など）を押す'],
  ['Esc', '閉じる、元に戻る'],
  ['Ctrl+P', '印刷する'],
];

const PAGES: Readonly<Record<string, Keys>> = {
  [OFFICE.phoneBooking]: [
    ['Enter、Shift+Enter', '次の項目、前の項目に移る'],
    ['Alt+1〜3', '列に移る'],
    ['m、f', '性別で、男性、女性を選ぶ'],
    ['矢印、PageUp、PageDown', 'カレンダーで日と月を動く'],
  ],
  [OFFICE.reception]: [
    ['Enter', '読み取った方、選んだ方を来院にする'],
    ['↑ ↓', '見つかった方から選ぶ'],
    ['Shift+Enter', 'オプションを変更する'],
    ['Ctrl+Z', '直前の来院・未受診を取り消す'],
  ],
  [OFFICE.find]: [
    ['↑ ↓', '予約を動く'],
    ['Enter', '詳細を開く'],
    ['b', 'この方の予約をとる'],
  ],
  [OFFICE.extraction]: [
    ['F2', 'カナ氏名の絞り込みに移る'],
    ['↑ ↓、PageUp、PageDown、Home、End', '一覧を動く'],
    ['Enter', '詳細を開く'],
  ],
  [OFFICE.reservation]: [['Ctrl+Shift+Enter', '確認して次の未確認へ']],
  [OFFICE.roomList]: [
    ['↑ ↓', '左の一覧を動く'],
    ['Space', '選ぶ、やめる'],
    ['Enter', 'その検査を選んで、紙で出す'],
  ],
};

export function KeyList({ pathname }: { pathname: string }) {
  const own = PAGES[pathname];
  return (
    <Stack gap="3">
      {own && (
        <section>
          <h3>この画面</h3>
          <Facts rows={own} />
        </section>
      )}
      <section>
        <h3>どの画面でも</h3>
        <Facts rows={EVERYWHERE} />
      </section>
    </Stack>
  );
}
