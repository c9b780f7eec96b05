// What the form's fields ask for, and how it reads.
import { expect, test } from 'vitest';
import { daysAround, describeConditions, describeInAddress, readAddress, toAsk } from './conditions.ts';
import { type Choices, type Conditions, conditions, NO_CONDITIONS } from './contract.ts';

const CHOICES = { clients: [], frames: [], groups: [], options: [] } as unknown as Choices;
const DAY = { year: '2026', month: '11', day: '1' };
const typed = { ...conditions.blank, visitFrom: DAY, registeredTo: DAY, kana: 'さとう', fiscalYear: '20a6' };
const tagsOf = (given: Partial<Conditions>) => describeConditions({ ...NO_CONDITIONS, ...given }, CHOICES);

test('beside a number nothing is asked, not even what is wrong', () => {
  const asked = toAsk({ ...typed, number: '100048251' });
  expect(asked).toEqual({ ...conditions.blank, number: '100048251' });
  expect(conditions.read(asked).ok).toBe(true);
  expect(toAsk({ ...typed, number: '　' })).toMatchObject({ kana: 'さとう', visitFrom: DAY });
});

test('what no file has yet is asked for without days, and with everything else', () => {
  const asked = toAsk({ ...typed, downloadStatuses: ['new', 'changed'] });
  expect(asked).toEqual({
    ...conditions.blank,
    kana: 'さとう',
    fiscalYear: '20a6',
    downloadStatuses: ['new', 'changed'],
  });
  expect(toAsk(typed)).toEqual(typed);
});

test.each<[Partial<Conditions>, string]>([
  [{ statuses: ['new', 'changed'], visitFrom: '2026-11-18' }, 'visitFrom=2026-11-18&statuses=new.changed'],
  [{ downloadStatuses: ['new', 'changed'] }, 'downloadStatuses=new.changed'],
  [{ number: 100048251 }, 'number=100048251'],
  [{ clientCode: '00000001', frameCode: '0002', fiscalYear: 2026, origin: 'phone' }, ''],
])('%o stands in the address, and is read from it', (given, address) => {
  const searched = { ...NO_CONDITIONS, ...given };
  if (address) expect(describeInAddress(searched)).toBe(address);
  expect(readAddress(describeInAddress(searched))).toEqual(searched);
});

test('what was typed about a person stands in no address, and keeps the rest of it away', () => {
  for (const name of ['kana', 'name', 'insurerName', 'companyName', 'cardSymbol', 'patientNumber'] as const) {
    expect(describeInAddress({ ...NO_CONDITIONS, visitFrom: '2026-11-18', [name]: 'サトウ' })).toBe('');
    expect(readAddress(`${name}=サトウ`)).toBeNull();
  }
});

test.each(['', 'visitFrom=2026-11-31', 'visitFrom=x', 'statuses=nothing', 'number=12', 'fiscalYear=x', 'other=1'])(
  'an address of %j says nothing to search by',
  (search) => expect(readAddress(search)).toBeNull(),
);

test('a search without any condition is described by all statuses', () => {
  expect(readAddress(describeInAddress(NO_CONDITIONS))?.statuses.length).toBeGreaterThan(3);
  expect(describeInAddress(null)).toBe('');
});

test('in one line', () => {
  expect(tagsOf({ number: 100048251, kana: 'ア' })).toEqual(['予約番号100048251（ほかの条件は使いません）']);
  expect(tagsOf({ downloadStatuses: ['new', 'changed'], origin: 'phone', kana: 'サトウ', name: '佐藤' })).toEqual([
    'CSV未出力（新規・変更・取消）',
    '予約経路: 電話',
    'カナ氏名: サトウ',
    '氏名: 佐藤',
  ]);
  expect(tagsOf({})).toEqual([]);
});

test('the days that are looked at most', () => {
  expect(daysAround('2026-11-18')).toEqual([
    ['今日', '2026-11-18', '2026-11-18'],
    ['明日', '2026-11-19', '2026-11-19'],
    ['今週', '2026-11-15', '2026-11-21'],
    ['来週', '2026-11-22', '2026-11-28'],
    ['今月', '2026-11-01', '2026-11-30'],
  ]);
});
