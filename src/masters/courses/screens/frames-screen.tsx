// The frames of a course: which of them a booking of it uses, for whom.
import { useMemo } from 'react';
import { type PersonTraits, rowFits } from '#domain/offer/conditions.ts';
import { frameSet } from '#masters/courses/contract-sets.ts';
import { NoFrames } from '#masters/missing.tsx';
import type { GridColumn } from '#web/ui/grid-columns.ts';
import { Notice } from '#web/ui/notice.tsx';
import { RowGrid } from '#web/ui/row-grid.tsx';
import type { RowDraftOf } from '#web/ui/rows.ts';
import {
  AgeRowsTool,
  asNew,
  categoryColumn,
  EVERYBODY,
  NEW_CODE,
  PEOPLE_COLUMNS,
  readEach,
} from './condition-rows.tsx';
import { PreviewPanel, TwoColumns } from './preview-panel.tsx';
import { type RowSetProps, RowSetScreen } from './row-set-screen.tsx';

type Draft = RowDraftOf<typeof frameSet.grid>;

const NO_FRAME = '0000';
const BLANK: Draft = { conditionCode: NEW_CODE, categoryCode: '', ...EVERYBODY, frameCode: NO_FRAME, status: 'added' };

export function FramesScreen() {
  return (
    <RowSetScreen
      set={{
        tab: 'frames',
        title: '予約枠の設定',
        calls: frameSet,
        whichOf: (key) => ({ key }),
        mainCell: 'frameCode',
        nameOf: ({ conditionCode }) => ({ conditionCode }),
        revive: (draft) => asNew(draft),
        Body: Frames,
      }}
    />
  );
}

function Frames({ courseKey, data: { categories, frames }, rows, remove }: RowSetProps<typeof frameSet>) {
  const columns = useMemo<GridColumn<Draft>[]>(() => {
    const options = [
      { value: NO_FRAME, label: '選択してください' },
      ...frames.map(({ frameCode, name }) => ({ value: frameCode, label: name })),
    ];
    return [
      categoryColumn(categories),
      ...PEOPLE_COLUMNS,
      { label: '予約枠', cells: [{ name: 'frameCode', label: '予約枠', options }] },
    ];
  }, [categories, frames]);

  function framesFor(person: PersonTraits): string[] {
    const used = readEach(frameSet.grid, rows.all()).filter((row) => row !== null && rowFits(row, person));
    return used.map((row) => frames.find(({ frameCode }) => frameCode === row?.frameCode)?.name ?? '');
  }

  if (frames.length === 0) return <NoFrames />;
  return (
    <TwoColumns
      side={<PreviewPanel courseKey={courseKey} categories={categories} rows={rows} framesOnScreen={framesFor} />}
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
  );
}
