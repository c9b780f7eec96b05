// What staff type to find somebody, and what it is taken for.
import { expect, test } from 'vitest';
import { isTooShort, parseSearch, type SearchWord } from './parse-search.ts';

const TODAY = '2026-11-17';
const understand = (text: string) => {
  const understood = parseSearch(text, TODAY);
  if (!understood) throw new Error('nothing was typed');
  return understood;
};
const only = (text: string) => {
  const { sought, others } = understand(text);
  expect(others).toEqual([]);
  const { typed: _typed, ...word } = sought;
  return word;
};

const phone = (phoneFrom: string, phoneTo: string, patient: string) => ({
  kind: 'phone' as const,
  phoneFrom,
  phoneTo,
  patient,
});
const birth = (date: string) => ({ kind: 'date' as const, birth: date });
const sato = { kind: 'kana' as const, kana: 'サトウ' };

test.each<[string, Partial<SearchWord>]>([
  // Nine digits, the first not 0.
  ['100048251', { kind: 'number', number: 100_048_251, patient: '100048251' }],
  ['１０００４８２５１', { kind: 'number', number: 100_048_251, patient: '100048251' }],
  ['　100048251 ', { kind: 'number', number: 100_048_251, patient: '100048251' }],
  ['012345678', phone('012345678', '012345678:', '012345678')],
  ['100 048 251', { kind: 'number', number: 100_048_251, patient: '100048251' }],
  ['１００　０４８　２５１', { kind: 'number', number: 100_048_251, patient: '100048251' }],
  ['10004825', { kind: 'patient', patient: '10004825' }],
  // Dates.
  ['1980/1/2', birth('1980-01-02')],
  ['1980-1-2', birth('1980-01-02')],
  ['1980.1.2', birth('1980-01-02')],
  ['１９８０／１／２', birth('1980-01-02')],
  ['1980年1月2日', birth('1980-01-02')],
  ['19800102', { ...birth('1980-01-02'), patient: '19800102' }],
  ['S55.1.2', birth('1980-01-02')],
  ['s55.1.2', birth('1980-01-02')],
  ['Ｓ５５．１．２', birth('1980-01-02')],
  ['S550102', birth('1980-01-02')],
  ['昭和55年1月2日', birth('1980-01-02')],
  ['昭48.7.17', birth('1973-07-17')],
  ['令和元年5月1日', birth('2019-05-01')],
  ['1900/1/1', birth('1900-01-01')],
  ['2026/11/17', birth('2026-11-17')],
  // Dates that are none, before 1900 or after today, are whatever else they may be.
  ['S64.2.1', { kind: 'patient', patient: 'S64.2.1' }],
  ['2026/11/18', { kind: 'patient', patient: '2026/11/18' }],
  ['1899/12/31', { kind: 'patient', patient: '1899/12/31' }],
  ['19800230', { kind: 'patient', patient: '19800230' }],
  // Telephones: ten or eleven digits are whole, fewer begin one.
  ['090-0000-4821', phone('09000004821', '09000004821', '090-0000-4821')],
  ['０９０－００００－４８２１', phone('09000004821', '09000004821', '090-0000-4821')],
  ['090ー0000ー4821', phone('09000004821', '09000004821', '090-0000-4821')],
  ['0450007712', phone('0450007712', '0450007712', '0450007712')],
  ['045 000 2617', phone('0450002617', '0450002617', '0450002617')],
  ['０９０　００００　４８２１', phone('09000004821', '09000004821', '09000004821')],
  ['045 000', phone('045000', '045000:', '045000')],
  // Four digits end one too.
  ['2617', { kind: 'patient', patient: '2617', phoneEnd: '2617' }],
  ['０２６１', { kind: 'patient', patient: '0261', phoneEnd: '0261' }],
  ['090-000', phone('090000', '090000:', '090-000')],
  ['09000', { kind: 'patient', patient: '09000' }],
  // Mail addresses.
  ['Akiko.Sato@Example.jp', { kind: 'mail', mail: 'akiko.sato@example.jp' }],
  ['ａｋｉｋｏ＠ｅｘａｍｐｌｅ．ｊｐ', { kind: 'mail', mail: 'akiko@example.jp' }],
  // Without the sign they begin one, from four letters on; they may be a name or a number as well.
  ['akiko.sato', { kind: 'name', names: ['akiko.sato'], mailFrom: 'akiko.sato' }],
  ['Ｓａｔｏ１９７４', { kind: 'patient', patient: 'Sato1974', mailFrom: 'sato1974' }],
  ['aki', { kind: 'name', names: ['aki'] }],
  // Kana, and names that are written so.
  ['サトウ', { ...sato, names: ['サトウ', 'さとう'] }],
  ['ｻﾄｳ', { ...sato, names: ['サトウ', 'さとう'] }],
  ['さとう', { ...sato, names: ['さとう', 'サトウ'] }],
  [
    'さとう あきこ',
    {
      kind: 'kana',
      kana: 'サトウアキコ',
      swappedKana: 'アキコサトウ',
      names: ['さとうあきこ', 'サトウアキコ', 'あきこさとう', 'アキコサトウ'],
    },
  ],
  [
    'ﾏｰｻ ｶﾞﾙｼｱ',
    {
      kind: 'kana',
      kana: 'マーサガルシア',
      swappedKana: 'ガルシアマーサ',
      names: ['マーサガルシア', 'まーさがるしあ', 'ガルシアマーサ', 'がるしあまーさ'],
    },
  ],
  // Names.
  ['佐藤', { kind: 'name', names: ['佐藤'] }],
  ['森', { kind: 'name', names: ['森'] }],
  ['佐藤　亜希子', { kind: 'name', names: ['佐藤亜希子', '亜希子佐藤'] }],
  ['佐々木あきこ', { kind: 'name', names: ['佐々木あきこ'] }],
  ['Ｇａｒｃｉａ', { kind: 'name', names: ['garcia'], mailFrom: 'garcia' }],
  // Anything else.
  ['K-204118', { kind: 'patient', patient: 'K-204118' }],
  ['Ｋ−２０４１１８', { kind: 'patient', patient: 'K-204118' }],
  ['12345', { kind: 'patient', patient: '12345' }],
])('%s', (text, word) => {
  expect(only(text)).toEqual(word);
});

test('of several words the narrowest is looked up, whatever the order, and the others have to hold', () => {
  const { sought, others } = understand('さとう　S49.3.8');
  expect([sought.birth, others.map(({ kana }) => kana)]).toEqual(['1974-03-08', ['サトウ']]);
  expect(understand('佐藤 さとう').sought.kind).toBe('kana');
  expect(understand('さとう 090-0000-4821 S49.3.8').sought.kind).toBe('phone');
  expect(understand('akiko@example.jp 1974/3/8').sought.kind).toBe('mail');
  expect(understand('K-204118 090-0000-4821').sought.kind).toBe('patient');
  expect(understand('K-204118 100048251').sought.kind).toBe('number');
});

test('digits beside others are joined; those that make neither number nor telephone are not', () => {
  const kinds = (text: string) => understand(text).words.map(({ kind, typed }) => `${kind} ${typed}`);
  expect(kinds('さとう 045 000 2617')).toEqual(['kana さとう', 'phone 0450002617']);
  expect(kinds('100 048 251 さとう')).toEqual(['number 100048251', 'kana さとう']);
  expect(kinds('1234 5678')).toEqual(['patient 1234', 'patient 5678']);
  expect(kinds('045 00')).toEqual(['patient 045', 'patient 00']);
  expect(kinds('19800102 045 000 2617')).toEqual(['date 19800102', 'phone 0450002617']);
});

test('words that something else parts are not joined', () => {
  const { words } = understand('さとう S49.3.8 あきこ');
  expect(words.map(({ kind, typed }) => [kind, ...typed])).toEqual([
    ['kana', 'さとう'],
    ['date', 'S49.3.8'],
    ['kana', 'あきこ'],
  ]);
});

test.each([
  ['さ', true],
  ['ｶﾞ', true],
  ['さと', false],
  ['森', false],
  ['さ S49.3.8', false],
  ['佐藤 あ', false],
])('%s is too short to look for: %s', (text, isShort) => {
  expect(isTooShort(understand(text))).toBe(isShort);
});

test('beside a name, one letter of kana narrows, and is not looked up', () => {
  expect(understand('佐藤 あ')).toMatchObject({ sought: { kind: 'name' }, others: [{ kind: 'kana', kana: 'ア' }] });
  expect(understand('佐藤 さと').sought.kind).toBe('kana');
});

test('nothing typed is nothing to look for', () => {
  expect(parseSearch('', TODAY)).toBeNull();
  expect(parseSearch(' 　', TODAY)).toBeNull();
});
