// Rows that are edited as a whole: what is checked of them, and what is not.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { choice, integer } from './fields.ts';
import { record } from './record.ts';
import { editedRows, recordStatus, touched, touchedRows } from './rows.ts';

const row = record(
  {
    sex: choice('sex', '性別', { male: '1', female: '2' }),
    age: integer('age', '年齢', { max: 99 }),
    status: recordStatus,
  },
  [({ age }, report) => age === 13 && report('age', '年齢に13は使用できません。')],
);
const type = record({ rows: editedRows('料金', row) });

test('rows that nobody touched are neither judged nor written, whatever stands in them', () => {
  const reading = type.decode({
    sexes: ['9', '', '1', '2'],
    ages: ['x', '13', '40', '13'],
    recordStatuses: ['0', '1', '12', '0'],
  });
  expect(reading).toEqual({
    ok: true,
    value: {
      rows: [null, null, { sex: 'male', age: 40, status: 'edited' }, { sex: 'female', age: 13, status: 'saved' }],
    },
  });
  if (reading.ok) expect(touchedRows(reading.value.rows)).toEqual([{ at: 2, row: reading.value.rows[2] }]);
});

test('the others are, and sentences count from 1 among all that were sent', () => {
  const reading = type.decode({ sexes: ['9', '9', '1'], ages: ['x', '1', '13'], recordStatuses: ['0', '12', '13'] });
  expect(reading).toEqual({
    ok: false,
    problems: [
      { field: 'rows', sentence: '2行目の性別を選択してください。', path: [1, 'sex'] },
      { field: 'rows', sentence: '3行目の年齢に13は使用できません。', path: [2, 'age'] },
    ],
  });
});

test.each(['', '2', '9', '012', 'saved'])('the status %j is none', (status) => {
  const reading = type.decode({ sexes: '1', ages: '1', recordStatuses: status });
  expect(reading).toMatchObject({ ok: false, problems: [{ sentence: '1行目の状態を選択してください。' }] });
});

test('columns of different lengths are refused as a whole; no rows are fine', () => {
  const reading = type.decode({ sexes: ['1', '2'], ages: ['1'], recordStatuses: ['0', '0'] });
  expect(reading).toMatchObject({ ok: false, problems: [{ sentence: '料金の項目の数が一致していません。' }] });
  expect(type.decode({})).toEqual({ ok: true, value: { rows: [] } });
});

test('a row that could not be read travels as one that nobody touched', () => {
  const value = { rows: [null, { sex: 'male' as const, age: 1, status: 'added' as const }] };
  const wire = type.encode(value);
  expect(wire).toEqual({ sexes: ['', '1'], ages: ['', 1], recordStatuses: ['0', '13'] });
  expect(type.decode(wire)).toEqual({ ok: true, value });
  expect(type.read(type.draft(value))).toEqual({ ok: true, value });
});

test('an edit makes the status of a saved row 12, of one that is not set 13', () => {
  expect((['saved', 'off', 'edited', 'added'] as const).map(touched)).toEqual(['edited', 'added', 'edited', 'added']);
});

test('what is said is said of a touched row', () => {
  const status = fc.constantFrom('0', '1', '12', '13');
  const one = fc.record({ sex: fc.constantFrom('1', '2', '3', ''), age: fc.constantFrom('1', '13', 'x', ''), status });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 6 }), (rows) => {
      const wire = {
        sexes: rows.map((r) => r.sex),
        ages: rows.map((r) => r.age),
        recordStatuses: rows.map((r) => r.status),
      };
      const reading = type.decode(wire);
      const wrong = rows.flatMap((r, at) =>
        r.status.length === 2 && !(['1', '2'].includes(r.sex) && r.age === '1') ? [at] : [],
      );
      const refused = reading.ok ? [] : reading.problems.map(({ path }) => path?.[0] as number);
      expect([...new Set(refused)].sort()).toEqual(wrong);
    }),
  );
});
