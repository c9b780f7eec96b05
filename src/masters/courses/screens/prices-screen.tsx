// The prices of a course: rows of conditions, the ages that they cover, and what a given person would pay.
import { useMemo } from 'react';
import { fittingRows, type PersonTraits } from '#domain/offer/conditions.ts';
import type { GridColumn } from '#web/ui/grid-columns.ts';
import { RowGrid } from '#web/ui/row-grid.tsx';
import type { RowDraftOf } from '#web/ui/rows.ts';
import { priceSet } from '../contract-prices.ts';
import { AgeRowsTool } from './age-rows-tool.tsx';
import { AgeStrip } from './age-strip.tsx';
import { AMOUNT_COLUMN, categoryColumn, PEOPLE_COLUMNS } from './condition-columns.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { asNew, EVERYBODY, NEW_CODE, readEach } from './row-drafts.ts';
import { type RowSetProps, RowSetScreen } from './row-set-screen.tsx';
import { TwoColumns } from './two-columns.tsx';

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
          <AgeStrip rows={rows} type={priceSet.grid} categories={categories} />
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
