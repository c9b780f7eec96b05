// The slots of a course: which frames a booking of it uses, for whom.
import { useMemo } from 'react';
import { fits, type Person } from '#domain/offer/conditions.ts';
import { RowsFrame } from '#web/master-screens/rows-frame.tsx';
import { send } from '#web/send.ts';
import type { GridColumn } from '#web/ui/grid-columns.ts';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { RowGrid } from '#web/ui/row-grid.tsx';
import type { RowDraftOf } from '#web/ui/rows.ts';
import { useLoad } from '#web/use-load.ts';
import { deleteFrameRow, frameRows, openFrames, updateFrames } from '../contract-frames.ts';
import { AgeRowsTool } from './age-rows-tool.tsx';
import { backToList, type CoursePaths, crumbsTo } from './chosen.ts';
import { categoryColumn, PEOPLE_COLUMNS } from './condition-columns.ts';
import { CourseHead, type OfCourse, WithCourse } from './course-head.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { TwoColumns } from './two-columns.tsx';
import {
  asNew,
  EVERYBODY,
  NEW_CODE,
  NO_FRAME,
  readEach,
  renewal,
  useLoadedRows,
  useRowDeletion,
} from './use-course-rows.ts';

type Draft = RowDraftOf<typeof frameRows>;

const BLANK: Draft = { conditionCode: NEW_CODE, categoryCode: '', ...EVERYBODY, frameCode: NO_FRAME, status: 'added' };

export function FramesScreen({ paths }: { paths: CoursePaths }) {
  return <WithCourse paths={paths}>{(course) => <Frames {...course} />}</WithCourse>;
}

function Frames(course: OfCourse) {
  const { courseKey: key, paths } = course;
  const loaded = useLoad(openFrames, { key }, course.onGone);
  const { data, replace } = loaded;
  const rows = useLoadedRows(frameRows, data?.rows);
  const renew = renewal({
    type: frameRows,
    rows,
    loaded,
    load: () => send(openFrames, { key }),
    keyOf: (draft) => draft.conditionCode,
    revive: (draft) => asNew(draft),
  });
  const [categories, frames] = [data?.categories, data?.frames];
  const columns = useMemo<GridColumn<Draft>[]>(() => {
    const options = [
      { value: NO_FRAME, label: '選択してください' },
      ...(frames ?? []).map(({ frameCode, name }) => ({ value: frameCode, label: name })),
    ];
    return [
      categoryColumn(categories),
      ...PEOPLE_COLUMNS,
      { label: '予約枠', cells: [{ name: 'frameCode', label: '予約枠', options }] },
    ];
  }, [categories, frames]);
  const remove = useRowDeletion(
    rows,
    'frameCode',
    async ({ start }) => {
      const { conditionCode } = start;
      const { version } = await send(deleteFrameRow, { key, conditionCode, version: data?.version ?? null });
      if (data) replace({ ...data, version });
    },
    renew,
  );

  function framesFor(person: Person): string[] {
    const used = readEach(frameRows, rows.all()).filter((row) => row !== null && fits(row, person));
    return used.map((row) => frames?.find(({ frameCode }) => frameCode === row?.frameCode)?.name ?? '');
  }

  return (
    <RowsFrame
      title="予約枠の設定"
      crumbs={crumbsTo(paths)}
      rows={rows}
      mainCell="frameCode"
      save={async (value) => replace(await send(updateFrames, { key, rows: value, version: data?.version ?? null }))}
      renew={renew}
      back={backToList(paths)}
    >
      <CourseHead {...course} tab="frames" />
      {!data ? (
        <Loading />
      ) : (
        <TwoColumns
          side={<PreviewPanel courseKey={key} categories={data.categories} rows={rows} framesOnScreen={framesFor} />}
        >
          <Notice>条件に合う行の予約枠は、すべて使われます。同じ人が同じ予約枠を二度使う行は登録できません。</Notice>
          <RowGrid
            caption="予約枠の条件"
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
