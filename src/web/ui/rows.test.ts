// Rows on a screen: what becomes of their status, which of them are drawn after an edit, and where problems are told.
import { describe, expect, test, vi } from 'vitest';
import { integer } from '#wire/fields.ts';
import { record } from '#wire/record.ts';
import { editedRows, recordStatus } from '#wire/rows.ts';
import { text } from '#wire/texts.ts';
import { fillBlock, type GridColumn } from './grid-columns.ts';
import { readBlock } from './grid-keys.ts';
import { type RowDraftOf, Rows, UNREAD } from './rows.ts';

const row = record({
  who: text('who', '対象者', { max: 2, like: [/^[^?]*$/, '対象者を選択してください。'] }),
  age: integer('age', '年齢', { max: 999 }),
  status: recordStatus,
});
const type = record({
  rows: editedRows('料金', row),
}).rule(({ rows }, report) => {
  const ages = rows.map((each) => each?.age);
  ages.forEach((age, at) => {
    if (ages.indexOf(age) !== at) report('rows', `${at + 1}行目の年齢が重なっています。`, [at, 'age']);
  });
});
type Draft = RowDraftOf<typeof type>;

const drafts = (count: number, status: Draft['status'] = 'saved'): Draft[] =>
  Array.from({ length: count }, (_, at) => ({ who: 'A', age: String(at), status }));
const open = (count: number, status?: Draft['status']) => new Rows(type, drafts(count, status));
const statuses = (rows: Rows<unknown, Draft>) => rows.all().map(({ draft }) => draft.status);
const values = (rows: Rows<unknown, Draft>) => rows.all().map(({ draft }) => `${draft.who}${draft.age}`);

describe('the status of a row', () => {
  test.each([
    ['saved', 'edited'],
    ['off', 'added'],
    ['edited', 'edited'],
    ['added', 'added'],
  ] as const)('%s becomes %s when it is edited, and is as before when the old value is back', (before, after) => {
    const rows = open(1, before);
    rows.edit('1', { age: '7' });
    expect(statuses(rows)).toEqual([after]);
    rows.revert('1', 'age');
    expect(statuses(rows)).toEqual([before]);
  });

  test('a row that was not set is so again when its old value is typed, unless it is taken as it stands', () => {
    const rows = open(1, 'off');
    rows.edit('1', { age: '7' });
    rows.edit('1', { age: '0' });
    expect(statuses(rows)).toEqual(['off']);
    rows.set('1');
    rows.edit('1', { age: '7' });
    rows.revert('1');
    expect([statuses(rows), values(rows)]).toEqual([['added'], ['A0']]);
  });

  test('what is loaded again goes under what was typed; an edit that says the same is none any more', () => {
    const rows = new Rows(
      type,
      [1, 2, 3].map((age): Draft => ({ who: 'A', age: String(age), status: 'off' })),
    );
    rows.edit('1', { who: 'B' });
    rows.edit('2', { who: 'C' });
    const now: Draft[] = [
      { who: 'Z', age: '1', status: 'saved' },
      { who: 'C', age: '2', status: 'saved' },
      { who: 'Z', age: '3', status: 'saved' },
      { who: 'Z', age: '4', status: 'saved' },
    ];
    rows.rebase(now, ({ age }) => age);
    expect(values(rows)).toEqual(['B1', 'C2', 'Z3', 'Z4']);
    expect(statuses(rows)).toEqual(['edited', 'saved', 'saved', 'saved']);
    expect(rows.get('1')?.start.who).toBe('Z');
  });

  describe('against a colleague who was first', () => {
    const keyOf = ({ age }: Draft) => age;
    const revive = (draft: Draft): Draft => ({ ...draft, status: 'added' });
    const saved = (who: string, age: string): Draft => ({ who, age, status: 'saved' });

    test('a cell that both have changed says what the other has saved, and may be given that', () => {
      const rows = open(3);
      rows.edit('1', { who: 'B' });
      rows.edit('2', { who: 'C' });
      rows.rebase([saved('Z', '0'), saved('A', '1'), saved('Z', '2')], keyOf, revive);
      const theirs = () => rows.all().map((each) => rows.bind(each, 'who', '').theirs);
      expect([values(rows), theirs()]).toEqual([
        ['B0', 'C1', 'Z2'],
        ['Z', undefined, undefined],
      ]);
      // Once more, while it is still open: the colleague's is marked as before.
      rows.rebase([saved('Z', '0'), saved('A', '1'), saved('Z', '2')], keyOf, revive);
      expect(theirs()).toEqual(['Z', undefined, undefined]);
      rows.revert('1', 'who');
      expect([statuses(rows), theirs()[0]]).toEqual([['saved', 'edited', 'saved'], undefined]);
    });

    test('a row deleted there stays where something was typed in it, to be saved as a new one, and else goes', () => {
      const rows = open(4);
      rows.edit('2', { who: 'B' });
      rows.rebase([saved('A', '0'), saved('N', '9')], keyOf, revive);
      expect([values(rows), statuses(rows)]).toEqual([
        ['A0', 'B1', 'N9'],
        ['saved', 'added', 'saved'],
      ]);
      expect(rows.all().map(({ isGone = false }) => isGone)).toEqual([false, true, false]);
      expect(rows.conflicts()).toEqual({ lostCount: 0 });
      rows.revertAll();
      expect([values(rows), rows.conflicts(), rows.editedCount()]).toEqual([['A0', 'N9'], null, 0]);
    });

    test('rows that were added stay in their places, and those without a place any more are counted', () => {
      const rows = open(2);
      rows.add([{ who: 'N', age: '7', status: 'added' }], '1');
      rows.edit('2', { who: 'B' });
      rows.rebase([saved('A', '0'), saved('M', '5')], keyOf, (draft) => (draft.age === '1' ? null : revive(draft)));
      expect([values(rows), rows.conflicts()]).toEqual([['A0', 'N7', 'M5'], { lostCount: 1 }]);
      expect(rows.all().map(({ isGone = false }) => isGone)).toEqual([false, false, false]);
    });

    test('a row taken as it stands is still taken so', () => {
      const rows = open(1, 'off');
      rows.set('1');
      rows.rebase(drafts(1, 'off'), keyOf, revive);
      expect(statuses(rows)).toEqual(['added']);
    });
  });

  test('rows are added at the end or under another, and removed', () => {
    const rows = open(2);
    const added: Draft = { who: 'B', age: '9', status: 'added' };
    expect(rows.add([added, { ...added, who: 'C' }], '1')).toEqual(['3', '4']);
    expect(values(rows)).toEqual(['A0', 'B9', 'C9', 'A1']);
    rows.remove('3');
    rows.add([added]);
    expect(values(rows)).toEqual(['A0', 'C9', 'A1', 'B9']);
    expect(rows.editedCount()).toBe(2);
  });
});

test('of 500 rows, an edit makes one again and leaves their order alone: React draws that one', () => {
  const rows = open(500);
  const [before, ids] = [rows.all(), rows.ids()];
  const heard = vi.fn();
  rows.subscribe(heard);
  rows.edit('250', { age: '900' });
  expect(heard).toHaveBeenCalledTimes(1);
  expect(rows.ids()).toBe(ids);
  expect(before.flatMap((each) => (rows.get(each.id) === each ? [] : [each.id]))).toEqual(['250']);
});

describe('what is wrong', () => {
  test('is given for a cell that was left, then of all when the rows are to be sent', () => {
    const rows = open(3);
    rows.edit('1', { age: 'x', who: 'ABC' });
    expect(rows.problemCount()).toBe(0);
    rows.leave('1', 'age');
    expect(rows.get('1')?.problems).toEqual([{ field: 'age', sentence: '1行目の年齢は半角数字で入力してください。' }]);
    expect(rows.submit()).toMatchObject({
      ok: false,
      problems: [{ inputId: 'rows-1-who' }, { inputId: 'rows-1-age' }],
    });
    expect(rows.get('1')?.problems).toHaveLength(2);
  });

  test('follows its row when others are added above, and goes when it is mended', () => {
    const rows = open(3);
    rows.edit('3', { age: '0' });
    rows.submit();
    expect(rows.get('3')?.problems).toEqual([{ field: 'age', sentence: '3行目の年齢が重なっています。' }]);
    rows.add([{ who: 'B', age: '50', status: 'added' }], '1');
    expect(rows.get('3')?.problems).toEqual([{ field: 'age', sentence: '4行目の年齢が重なっています。' }]);
    rows.edit('3', { age: '60' });
    expect(rows.problemCount()).toBe(0);
    expect(rows.submit()).toMatchObject({ ok: true, value: [{ age: 0 }, { age: 50 }, { age: 1 }, { age: 60 }] });
  });

  test('the server’s sentences lead to the rows that they name', () => {
    expect(open(2).place(['2行目の料金が…', '9行目の料金が…', 'ほか'], 'age')).toEqual([
      { field: 'rows', sentence: '2行目の料金が…', inputId: 'rows-2-age' },
      '9行目の料金が…',
      'ほか',
    ]);
  });
});

test('a number is taken as people type it, put in order when its cell is left, and never cut off', () => {
  const rows = open(2);
  rows.edit('1', { age: '　４１ ' });
  rows.leave('1', 'age');
  expect([values(rows), rows.problemCount()]).toEqual([['A41', 'A1'], 0]);
  rows.edit('2', { age: '１，０００，０００' });
  expect(rows.submit().ok).toBe(false);
  expect(values(rows)).toEqual(['A41', 'A1000000']);
  expect(rows.get('2')?.problems.map(({ sentence }) => sentence)).toEqual([
    '2行目の年齢は0から999までの数値で入力してください。',
  ]);
  rows.edit('2', { age: '４２' });
  expect(rows.submit()).toMatchObject({ ok: true, value: [{ age: 41 }, { age: 42 }] });
});

test('what is typed back in another width is no edit', () => {
  const rows = open(1);
  rows.edit('1', { age: '０' });
  rows.leave('1', 'age');
  expect(statuses(rows)).toEqual(['saved']);
});

describe('a block from a spreadsheet', () => {
  const columns: GridColumn<Draft>[] = [
    { label: '対象者', cells: [{ name: 'who', label: '対象者', options: [{ value: 'A', label: '本人' }] }] },
    { label: '年齢', cells: [{ name: 'age', label: '年齢' }] },
  ];
  const blank: Draft = { who: '', age: '', status: 'added' };

  test('is read by lines and tabs, and a plain text is none', () => {
    expect(readBlock('本人\t40\r\n配偶者\t 41\r\n')).toEqual([
      ['本人', '40'],
      ['配偶者', '41'],
    ]);
    expect(readBlock('40')).toBeNull();
    expect(readBlock('40\n')).toBeNull();
  });

  test('fills cells from where it is put, and adds the rows that it needs', () => {
    const rows = open(2);
    expect(
      fillBlock(
        [
          ['本人', '４０歳'],
          ['A', '1,000'],
          ['本人', '7'],
        ],
        { rows, columns, id: '2', name: 'who', blank },
      ),
    ).toEqual([]);
    expect(values(rows)).toEqual(['A0', 'A40', 'A1000', 'A7']);
    expect(statuses(rows)).toEqual(['saved', 'edited', 'added', 'added']);
  });

  test('says how many cells it could not take', () => {
    const rows = open(2);
    expect(fillBlock([['5', 'too far'], ['6'], ['7']], { rows, columns, id: '1', name: 'age' })).toEqual([
      '貼り付けた内容のうち 2 か所は、表の外のため取り込めませんでした。',
    ]);
    expect(values(rows)).toEqual(['A5', 'A6']);
  });

  test('leaves a choice that it does not understand empty and wrong, in rows that are there and in those it adds', () => {
    const rows = open(1);
    const block = [
      ['誰か', '8'],
      ['', '9'],
    ];
    expect(fillBlock(block, { rows, columns, id: '1', name: 'who', blank: { ...blank, who: 'A' } })).toEqual([
      '貼り付けた内容のうち 2 か所は、選べない値でした。赤い欄で選び直してください。',
    ]);
    expect(values(rows)).toEqual([`${UNREAD}8`, `${UNREAD}9`]);
    expect(rows.all().map(({ problems }) => problems.map(({ sentence }) => sentence))).toEqual([
      ['1行目の対象者を選択してください。'],
      ['2行目の対象者を選択してください。'],
    ]);
    expect(rows.submit().ok).toBe(false);
    rows.revert('1', 'who');
    expect(values(rows)[0]).toBe('A8');
  });
});
