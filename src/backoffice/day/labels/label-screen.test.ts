// What stands on labels, and in which order.
import { expect, test } from 'vitest';
import type { Sending } from '#backoffice/shared/contract-sendings.ts';
import { addressLabels } from './label-screen.tsx';

const visit = (number: number, startTime: string, kana: string, visitDate = '2026-11-18') => ({
  number,
  name: '佐藤　亜希子',
  kana,
  visitDate,
  startTime,
});

test('addresses come by day, time and kana, those without a time first', () => {
  const rows = [
    visit(1, '9:00', 'ナカノ'),
    visit(2, '10:00', 'アオキ'),
    visit(3, '9:00', 'サトウ'),
    visit(4, '', 'ワタナベ'),
    visit(5, '8:30', 'アオキ', '2026-11-19'),
  ].map((one) => ({ ...one, postalCode: '', prefecture: '', city: '', street: '', addressMessage: '' })) as Sending[];
  expect(addressLabels(rows).map(({ number }) => number)).toEqual([4, 3, 1, 2, 5]);
});

test('an address stands above the name; who has none is left out, who has a doubtful one is not', () => {
  const place = { postalCode: '2210045', prefecture: '神奈川県', city: '横浜市神奈川区', street: '神奈川1-2-3' };
  const rows = [
    { ...visit(1, '9:00', 'サトウ'), ...place, addressMessage: '' },
    { ...visit(2, '9:30', 'ナカノ'), ...place, street: '', addressMessage: '住所がありません' },
    { ...visit(3, '10:00', 'ミナト'), ...place, postalCode: '', addressMessage: '郵便番号がありません' },
  ] as Sending[];
  const labels = addressLabels(rows);
  expect(labels.map(({ number }) => number)).toEqual([1, 3]);
  expect(labels[0]?.lines.map(({ text }) => text)).toEqual([
    '〒221-0045',
    '神奈川県横浜市神奈川区',
    '神奈川1-2-3',
    '佐藤 亜希子 様',
    '1',
  ]);
});
