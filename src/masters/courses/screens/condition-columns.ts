// The columns that say whom a row is for, in all grids of a course.
import { SEX_WORDS, SHORT_SEX_WORDS } from '#domain/offer/conditions.ts';
import type { GridColumn, GridOption } from '#web/ui/grid-columns.ts';
import { SEX } from '#wire/choices.ts';

export const SEXES: readonly GridOption[] = [
  { value: '', label: '共通', also: ['男女', '男女共通', 'Z'] },
  { value: 'male', label: SEX_WORDS.male, also: [SHORT_SEX_WORDS.male, 'M', SEX.male] },
  { value: 'female', label: SEX_WORDS.female, also: [SHORT_SEX_WORDS.female, 'F', SEX.female] },
];

interface Category {
  categoryCode: string;
  name: string;
}

export const categoryOptions = (categories: readonly Category[] = []): GridOption[] => [
  { value: '', label: '共通', also: ['Z'] },
  ...categories.map(({ categoryCode, name }) => ({ value: categoryCode, label: name })),
];

export function categoryColumn(categories?: readonly Category[]) {
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
