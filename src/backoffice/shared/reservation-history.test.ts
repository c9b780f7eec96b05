// What a reservation's history says of each act, and of whom.
import { expect, test } from 'vitest';
import { describeEntry, type HistoryEntry } from './reservation-history.ts';

const turn = <T>(from: T, to: T) => ({ from, to });

test.each<[HistoryEntry['act'], HistoryEntry['details'], string]>([
  ['booked', { visit_date: '2026-12-01' }, '予約の登録（受診日 2026/12/01）'],
  ['booked', {}, '予約の登録'],
  ['changed', { replaces: 100_000_001, visit_date: '2026-12-02' }, '予約番号100000001からの変更（受診日 2026/12/02）'],
  ['replaced', { by: 100_000_002 }, '予約番号100000002へ変更'],
  ['cancelled', {}, '予約の取消'],
  ['downloaded', {}, 'CSV出力'],
  ['mailed', {}, '確認メールを送信'],
  ['mailed', { again: true }, 'メールを再送'],
  ['edited', {}, '変更なし'],
  ['edited', { status: turn('cancelled', 'deleted') }, '取消未確認 → 取消・削除'],
  [
    'edited',
    { visit_date: turn('2026-12-01', '2027-01-04'), start_minute: turn(540, 600), mail: 'changed_by_staff' },
    '受診日 2026/12/01 → 2027/01/04、受付時間 9:00 → 10:00、通知メールを送信',
  ],
  ['edited', { patient_number: turn('A-1', '') }, '患者番号 A-1 → （なし）'],
  [
    'corrected',
    {
      corrections: {
        phone: turn('090-0000-4812', '090-0000-4821'),
        kana: turn('サトウ アキコ', 'サトウ アヤコ'),
        mail: turn('a@example.jp', ''),
      },
    },
    '受診者情報を訂正：カナ氏名 サトウ アキコ → サトウ アヤコ、電話番号 090-0000-4812 → 090-0000-4821、メール a@example.jp → （なし）',
  ],
  ['corrected', {}, '受診者情報を訂正'],
  ['memo', {}, 'スタッフメモを更新'],
])('%s %j', (act, details, text) => {
  const entry = { at: '2026/11/15 10:00', administrator: '受付　佐藤', act, details };
  expect(describeEntry({ ...entry, actorKind: 'administrator' })).toEqual({ at: entry.at, by: '受付　佐藤', text });
  expect(describeEntry({ ...entry, actorKind: 'examinee' }).by).toBe('受診者');
  expect(describeEntry({ ...entry, actorKind: 'service' }).by).toBe('システム');
});
