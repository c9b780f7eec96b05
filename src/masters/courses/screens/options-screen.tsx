// The options of a course, one category's rows at a time: which are offered at what price, for whom.
import { useMemo } from 'react';
import { RowsFrame } from '#web/master-screens/rows-frame.tsx';
import { send } from '#web/send.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { SelectField } from '#web/ui/fields.tsx';
import { unbound } from '#web/ui/form.ts';
import type { GridColumn } from '#web/ui/grid-columns.ts';
import { Loading } from '#web/ui/notice.tsx';
import { RowGrid } from '#web/ui/row-grid.tsx';
import type { Row, RowDraftOf } from '#web/ui/rows.ts';
import { useLoad } from '#web/use-load.ts';
import { askToLeave } from '#web/use-unsaved.ts';
import {
  deleteOptionRow,
  openOptions,
  optionOf,
  optionRows,
  searchOptions,
  updateOptions,
} from '../contract-options.ts';
import { AgeRowsTool } from './age-rows-tool.tsx';
import { backToList, type CoursePaths, crumbsTo } from './chosen.ts';
import { AMOUNT_COLUMN, categoryOptions, PEOPLE_COLUMNS } from './condition-columns.ts';
import { CourseHead, type OfCourse, WithCourse } from './course-head.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { TwoColumns } from './two-columns.tsx';
import { asNew, EVERYBODY, NEW_CODE, renewal, useLoadedRows, useRowDeletion } from './use-course-rows.ts';

type Draft = RowDraftOf<typeof optionRows>;

export function OptionsScreen({ paths }: { paths: CoursePaths }) {
  return <WithCourse paths={paths}>{(course) => <Options {...course} />}</WithCourse>;
}

function Options(course: OfCourse) {
  const { courseKey: key, paths } = course;
  const dialogs = useDialogs();
  const opened = useLoad(openOptions, { key, categoryCode: null }, course.onGone);
  const { data, replace } = opened;
  const rows = useLoadedRows(optionRows, data?.rows);
  const loaded = data?.rows;
  const categoryCode = data?.categoryCode ?? null;
  const renew = renewal({
    type: optionRows,
    rows,
    loaded: opened,
    load: () => send(searchOptions, { key, categoryCode }),
    keyOf: (draft) => `${optionOf(draft)}/${draft.conditionCode}`,
    revive(draft, newer) {
      const isThere = newer.some((row) => optionOf(row) === optionOf(draft));
      return isThere ? asNew(draft) : null;
    },
  });
  const columns = useMemo<GridColumn<Draft>[]>(() => {
    const names = new Map(loaded?.map((row) => [optionOf(row), row]));
    return [
      { label: '分類', text: (draft) => names.get(optionOf(draft))?.groupName ?? '' },
      { label: 'オプション', text: (draft) => names.get(optionOf(draft))?.name ?? '' },
      ...PEOPLE_COLUMNS,
      AMOUNT_COLUMN,
    ];
  }, [loaded]);

  async function show(chosen: string) {
    if (rows.editedCount() > 0 && !(await askToLeave(dialogs, '移動'))) return;
    await dialogs.attempt(async () => replace(await send(searchOptions, { key, categoryCode: chosen || null })));
  }

  /** The last row of an option stays, as a blank one: it is where the option can be set again. */
  function takeAway({ id, draft }: Row<Draft>) {
    const isLast = rows.all().filter((row) => optionOf(row.draft) === optionOf(draft)).length === 1;
    if (isLast) rows.restart(id, blankOf(draft));
    else rows.remove(id);
  }

  const deleteSaved = async ({ start }: Row<Draft>) => {
    const { groupCode, optionCode, conditionCode } = start;
    const which = { key, categoryCode, groupCode, optionCode, conditionCode };
    const { version } = await send(deleteOptionRow, { ...which, version: data?.version ?? null });
    if (data) replace({ ...data, version });
  };
  const remove = useRowDeletion(rows, 'amount', deleteSaved, renew, takeAway);

  return (
    <RowsFrame
      title="オプションの設定"
      crumbs={crumbsTo(paths)}
      rows={rows}
      mainCell="amount"
      save={async (value) =>
        replace(await send(updateOptions, { key, categoryCode, rows: value, version: data?.version ?? null }))
      }
      renew={renew}
      back={backToList(paths)}
    >
      <CourseHead {...course} tab="options" />
      {!data ? (
        <Loading />
      ) : (
        <TwoColumns side={<PreviewPanel courseKey={key} categories={data.categories} rows={rows} />}>
          <SelectField
            {...unbound('option-category', '対象者区分', categoryCode ?? '', show)}
            options={categoryOptions(data.categories)}
            hint="選んだ区分の行だけを表示し、更新します。"
          />
          {data.rows.length === 0 ? (
            <p>オプション項目マスタにデータが一件も登録されていません。</p>
          ) : (
            <>
              <RowGrid
                caption="オプションの条件"
                rows={rows}
                columns={columns}
                canSet
                onDuplicate={({ id, draft }) => rows.add([{ ...draft, conditionCode: NEW_CODE, status: 'off' }], id)}
                onDelete={remove}
              />
              <AgeRowsTool rows={rows} />
            </>
          )}
        </TwoColumns>
      )}
    </RowsFrame>
  );
}

const blankOf = ({ groupCode, optionCode }: Draft): Draft => ({
  groupCode,
  optionCode,
  conditionCode: NEW_CODE,
  ...EVERYBODY,
  amount: '0',
  status: 'off',
});
