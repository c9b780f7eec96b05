// The prices of a course: rows of conditions, the ages that they cover, and what a given person would pay.

import { useDeferredValue, useMemo } from 'react';
import {
  type Condition,
  fittingRows,
  type PersonTraits,
  rowFits,
  type Sex,
  SHORT_SEX_WORDS,
} from '#domain/offer/conditions.ts';
import { stretchesOf } from '#domain/offer/course-rows.ts';
import { priceSet } from '#masters/courses/contract-sets.ts';
import { namesOf } from '#web/names-of.ts';
import type { GridColumn } from '#web/ui/grid-columns.ts';
import { Stack, Text } from '#web/ui/layout.tsx';
import { Legend } from '#web/ui/legend.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { RowGrid } from '#web/ui/row-grid.tsx';
import { type RowDraftOf, type Rows, useAllRows } from '#web/ui/rows.ts';
import {
  AgeRowsTool,
  AMOUNT_COLUMN,
  asNew,
  categoryColumn,
  EVERYBODY,
  NEW_CODE,
  PEOPLE_COLUMNS,
  readEach,
} from './condition-rows.tsx';
import { PreviewPanel, TwoColumns } from './preview-panel.tsx';
import styles from './prices-screen.module.css';
import { type RowSetProps, RowSetScreen } from './row-set-screen.tsx';

type Draft = RowDraftOf<typeof priceSet.grid>;

const BLANK: Draft = { conditionCode: NEW_CODE, categoryCode: '', ...EVERYBODY, amount: '', status: 'added' };

export function PricesScreen() {
  return (
    <RowSetScreen
      set={{
        tab: 'prices',
        title: '料金の設定',
        calls: priceSet,
        whichOf: (key) => ({ key }),
        mainCell: 'amount',
        nameOf: ({ conditionCode }) => ({ conditionCode }),
        revive: (draft) => asNew(draft),
        Body: Prices,
      }}
    />
  );
}

function Prices({ courseKey, data: { categories }, rows, remove }: RowSetProps<typeof priceSet>) {
  const columns = useMemo<GridColumn<Draft>[]>(
    () => [categoryColumn(categories), ...PEOPLE_COLUMNS, AMOUNT_COLUMN],
    [categories],
  );

  function priceFor(person: PersonTraits): number | null {
    const read = readEach(priceSet.grid, rows.all()).filter((row) => row !== null);
    return fittingRows(read, person)[0]?.amount ?? null;
  }

  return (
    <TwoColumns
      side={
        <>
          <AgeStrip rows={rows} categories={categories} />
          <PreviewPanel courseKey={courseKey} categories={categories} rows={rows} priceOnScreen={priceFor} />
        </>
      }
    >
      <RowGrid
        caption="料金の条件"
        rows={rows}
        columns={columns}
        blank={BLANK}
        onDuplicate={({ id, draft }) => rows.add([asNew(draft)], id)}
        onDelete={remove}
      />
      <AgeRowsTool rows={rows} />
    </TwoColumns>
  );
}

interface AgeStripProps {
  rows: Rows<unknown, Draft>;
  categories: readonly { categoryCode: string; name: string }[];
}

/** People grow no older here: rows that go on to 999 end with the strip. */
const OLDEST = 100;

type Numbered = Condition & { position: number };

/** Which ages the rows cover, for each kind of people: gaps and overlaps are seen before the server reports them. */
function AgeStrip({ rows, categories }: AgeStripProps) {
  // Drawn when there is time, so that it never holds up typing.
  const all = useDeferredValue(useAllRows(rows));
  const read = readEach(priceSet.grid, all);
  const known = read.flatMap((row, at): Numbered[] =>
    row && row.ageFrom <= row.ageTo ? [{ ...row, ageTo: Math.min(row.ageTo, OLDEST - 1), position: at + 1 }] : [],
  );
  const visible = known.filter(({ ageFrom, ageTo }) => ageFrom <= ageTo);
  // All ages where there is no row yet.
  const youngest = visible.length > 0 ? Math.min(OLDEST - 10, ...visible.map(({ ageFrom }) => ageFrom)) : 0;
  const from = Math.floor(youngest / 10) * 10;
  const unread = read.length - known.length;
  const people = categories.length > 0 ? categories : [{ categoryCode: '', name: 'すべての受診者' }];
  return (
    <Panel title="年齢の割り当て" note="入力した行から自動で表示">
      <Axis from={from} />
      {people.map(({ categoryCode, name }) => (
        <div key={categoryCode} className={styles.people}>
          <h3>{name}</h3>
          {namesOf(SHORT_SEX_WORDS).map((sex) => (
            <Lane
              key={sex}
              sex={sex}
              from={from}
              rows={visible.filter((row) => rowFits(row, { categoryCode, sex, age: null }))}
            />
          ))}
        </div>
      ))}
      <Legend above="3" looks={{ low: '数字は行番号', blank: '行がない年齢', wrong: '行が重なる年齢' }} />
      {unread > 0 && (
        <Text tone="wrong" above="2">
          入力途中かエラーの {unread} 行は表示していません。
        </Text>
      )}
    </Panel>
  );
}

const share = (age: number, from: number) => `${(100 * (age - from)) / (OLDEST - from)}%`;

function Axis({ from }: { from: number }) {
  const step = OLDEST - from > 60 ? 20 : 10;
  const ages = Array.from({ length: Math.floor((OLDEST - 1 - from) / step) + 1 }, (_, at) => from + at * step);
  return (
    <svg className={styles.axis} aria-hidden="true">
      {ages.map((age) => (
        <text key={age} x={share(age, from)} y="14">
          {age}
        </text>
      ))}
    </svg>
  );
}

function Lane({ sex, from, rows }: { sex: Sex; from: number; rows: readonly Numbered[] }) {
  const stretches = stretchesOf(rows);
  return (
    <Stack align="center" className={styles.lane}>
      <span aria-hidden="true">{SHORT_SEX_WORDS[sex]}</span>
      <svg role="img" aria-label={`${SHORT_SEX_WORDS[sex]}性: ${describe(stretches)}`}>
        {stretches.map(({ ageFrom, ageTo, rows: covering }) => (
          <g key={ageFrom} data-kind={covering.length === 0 ? 'none' : covering.length === 1 ? 'one' : 'several'}>
            <rect
              x={share(ageFrom, from)}
              width={`${(100 * (ageTo + 1 - ageFrom)) / (OLDEST - from)}%`}
              y="2"
              height="16"
            />
            <text x={share(ageFrom, from)} dx="3" y="15">
              {ageTo - ageFrom >= 2 && covering.map(({ position }) => position).join('・')}
            </text>
          </g>
        ))}
      </svg>
    </Stack>
  );
}

function describe(stretches: ReturnType<typeof stretchesOf<Numbered>>): string {
  if (stretches.length === 0) return '行がありません';
  return stretches
    .map(({ ageFrom, ageTo, rows }) => {
      const positions = rows.map(({ position }) => `${position}行目`).join('と');
      return `${ageFrom}〜${ageTo}歳 ${rows.length > 1 ? `${positions}が重複` : positions || 'なし'}`;
    })
    .join('、');
}
