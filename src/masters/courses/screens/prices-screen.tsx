// The prices of a course: rows of conditions, the ages that they cover, and what a given person would pay.
import { useMemo } from 'react';
import { fittingRows, type Person } from '#domain/offer/conditions.ts';
import { RowsFrame } from '#web/master-screens/rows-frame.tsx';
import { send } from '#web/send.ts';
import type { GridColumn } from '#web/ui/grid-columns.ts';
import { Loading } from '#web/ui/notice.tsx';
import { RowGrid } from '#web/ui/row-grid.tsx';
import type { RowDraftOf } from '#web/ui/rows.ts';
import { useLoad } from '#web/use-load.ts';
import { deletePriceRow, openPrices, priceRows, updatePrices } from '../contract-prices.ts';
import { AgeRowsTool } from './age-rows-tool.tsx';
import { AgeStrip } from './age-strip.tsx';
import { backToList, type CoursePaths, crumbsTo } from './chosen.ts';
import { AMOUNT_COLUMN, categoryColumn, PEOPLE_COLUMNS } from './condition-columns.ts';
import { CourseHead, type OfCourse, WithCourse } from './course-head.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { TwoColumns } from './two-columns.tsx';
import { asNew, EVERYBODY, NEW_CODE, readEach, renewal, useLoadedRows, useRowDeletion } from './use-course-rows.ts';

type Draft = RowDraftOf<typeof priceRows>;

const BLANK: Draft = { conditionCode: NEW_CODE, categoryCode: '', ...EVERYBODY, amount: '', status: 'added' };

export function PricesScreen({ paths }: { paths: CoursePaths }) {
  return <WithCourse paths={paths}>{(course) => <Prices {...course} />}</WithCourse>;
}

function Prices(course: OfCourse) {
  const { courseKey: key, paths } = course;
  const loaded = useLoad(openPrices, { key }, course.onGone);
  const { data, replace } = loaded;
  const rows = useLoadedRows(priceRows, data?.rows);
  const renew = renewal({
    type: priceRows,
    rows,
    loaded,
    load: () => send(openPrices, { key }),
    keyOf: (draft) => draft.conditionCode,
    revive: (draft) => asNew(draft),
  });
  const categories = data?.categories;
  const columns = useMemo<GridColumn<Draft>[]>(
    () => [categoryColumn(categories), ...PEOPLE_COLUMNS, AMOUNT_COLUMN],
    [categories],
  );
  const remove = useRowDeletion(
    rows,
    'amount',
    async ({ start }) => {
      const { conditionCode } = start;
      const { version } = await send(deletePriceRow, { key, conditionCode, version: data?.version ?? null });
      if (data) replace({ ...data, version });
    },
    renew,
  );

  return (
    <RowsFrame
      title="料金の設定"
      crumbs={crumbsTo(paths)}
      rows={rows}
      mainCell="amount"
      save={async (value) => replace(await send(updatePrices, { key, rows: value, version: data?.version ?? null }))}
      renew={renew}
      back={backToList(paths)}
    >
      <CourseHead {...course} tab="prices" />
      {!data ? (
        <Loading />
      ) : (
        <TwoColumns
          side={
            <>
              <AgeStrip rows={rows} type={priceRows} categories={data.categories} />
              <PreviewPanel
                courseKey={key}
                categories={data.categories}
                rows={rows}
                priceOnScreen={(person: Person) =>
                  fittingRows(
                    readEach(priceRows, rows.all()).filter((row) => row !== null),
                    person,
                  )[0]?.amount ?? null
                }
              />
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
      )}
    </RowsFrame>
  );
}
