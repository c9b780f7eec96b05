// Rows with conditions in the grids of a course: the columns that say whom a row is for, new rows, and those of many ages in one step.

import { useId, useState } from 'react';
import { SEX_WORDS, SHORT_SEX_WORDS } from '#domain/offer/conditions.ts';
import { type AgeStep, agesBetween } from '#domain/offer/course-rows.ts';
import { Button } from '#web/ui/button.tsx';
import type { GridColumn, GridOption } from '#web/ui/grid-columns.ts';
import { type EditedRow, type RowDraft, type Rows, type RowsType, useRowIds } from '#web/ui/rows.ts';
import { SEX } from '#wire/choices.ts';
import { AgeInput, Choose, readAge, ToolBox } from './tool-box.tsx';

export const SEXES: readonly GridOption[] = [
  { value: '', label: '共通', also: ['男女', '男女共通', 'Z'] },
  { value: 'male', label: SEX_WORDS.male, also: [SHORT_SEX_WORDS.male, 'M', SEX.male] },
  { value: 'female', label: SEX_WORDS.female, also: [SHORT_SEX_WORDS.female, 'F', SEX.female] },
];

interface Category {
  categoryCode: string;
  name: string;
}

export const categoryOptions = (categories: readonly Category[]): GridOption[] => [
  { value: '', label: '共通', also: ['Z'] },
  ...categories.map(({ categoryCode, name }) => ({ value: categoryCode, label: name })),
];

export function categoryColumn(categories: readonly Category[]) {
  const options = categoryOptions(categories);
  return { label: '対象者区分', cells: [{ name: 'categoryCode', label: '対象者区分', options }] } as const;
}

const AGE = { digits: 3 } as const;

export const PEOPLE_COLUMNS = [
  { label: '性別', cells: [{ name: 'sex', label: '性別', options: SEXES }] },
  {
    label: '年齢範囲',
    cells: [
      { name: 'ageFrom', label: '年齢範囲開始', after: '〜', ...AGE },
      { name: 'ageTo', label: '年齢範囲終了', after: '歳', ...AGE },
    ],
  },
] as const satisfies readonly GridColumn<{ status: ''; sex: string; ageFrom: string; ageTo: string }>[];

export const AMOUNT_COLUMN = {
  label: '合計金額',
  cells: [{ name: 'amount', label: '合計金額', digits: 6, after: '円' }],
} as const satisfies GridColumn<{ status: ''; amount: string }>;

type AgedDraft = RowDraft & { ageFrom: string; ageTo: string; conditionCode: string };

const KINDS = [
  { value: 'even', label: '偶数年齢' },
  { value: 'milestone', label: '節目年齢（5歳ごと）' },
];
const MOST = 200;

/** Makes a row for each even or milestone age in one step, after the pattern of one that is there. */
export function AgeRowsTool<D extends AgedDraft>({ rows }: { rows: Rows<unknown, D> }) {
  const id = useId();
  const ids = useRowIds(rows);
  const [pattern, setPattern] = useState('');
  const [kind, setKind] = useState<AgeStep>('even');
  const [from, setFrom] = useState('40');
  const [to, setTo] = useState('74');
  const [message, setMessage] = useState('');
  const chosen = ids.includes(pattern) ? pattern : ids.at(-1);
  if (!chosen) return null;

  function make() {
    const row = rows.get(chosen ?? '');
    const [youngest, oldest] = [readAge(from), readAge(to)];
    if (!row || youngest === null || oldest === null) return setMessage('年齢は整数値で入力してください。');
    const [first, ...others] = agesBetween(kind, youngest, oldest).map(String);
    if (first === undefined) return setMessage('この範囲に該当する年齢がありません。');
    if (others.length >= MOST) return setMessage(`一度に作れるのは${MOST}行までです。`);
    // The pattern becomes the first of them: beside the others, its own range would be an overlap.
    rows.edit(row.id, { ageFrom: first, ageTo: first } as Partial<D>);
    const added = others.map((age) => ({ ...row.draft, ageFrom: age, ageTo: age, conditionCode: NEW_CODE }));
    rows.add(
      added.map((draft) => ({ ...draft, status: 'added' as const })),
      row.id,
    );
    setMessage(`${others.length + 1}行にしました。`);
  }

  return (
    <ToolBox title="年齢ごとの行をまとめて作る">
      <Choose
        id={`${id}-pattern`}
        label="元にする行"
        value={chosen}
        onChange={setPattern}
        options={ids.map((each, at) => ({ value: each, label: `${at + 1}行目` }))}
      />
      を元に
      <Choose id={`${id}-kind`} label="年齢の種類" value={kind} onChange={setKind} options={KINDS} />
      <AgeInput id={`${id}-from`} label="作る年齢の開始" value={from} onChange={setFrom} />
      〜
      <AgeInput id={`${id}-to`} label="作る年齢の終了" value={to} onChange={setTo} />
      歳の
      <Button onClick={make}>行を作る</Button>
      <span role="status">{message}</span>
    </ToolBox>
  );
}

/** How a row that is not saved yet names itself. */
export const NEW_CODE = '00';

export const EVERYBODY = { sex: '', ageFrom: '0', ageTo: '999' } as const;

export const asNew = <D extends RowDraft & { conditionCode: string }>(draft: D): D => ({
  ...draft,
  conditionCode: NEW_CODE,
  status: 'added',
});

/** Every row by itself as its contract reads it, null where that is not possible yet. */
export function readEach<T, D extends RowDraft>(
  type: RowsType<T | null, D>,
  all: readonly EditedRow<D>[],
): (T | null)[] {
  return all.map(({ draft }) => {
    const reading = type.read(type.tidy({ rows: [draft] }));
    return reading.ok ? (reading.value.rows[0] ?? null) : null;
  });
}
