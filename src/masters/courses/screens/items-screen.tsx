// The examinations of a course: each in whole, in part or not at all, and many of them at once.
import { useId, useMemo, useState } from 'react';
import { ITEM_EXTENT, itemSet } from '#masters/courses/contract-sets.ts';
import { MASTERS } from '#web/addresses.ts';
import { entriesOf } from '#web/names-of.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyBox } from '#web/ui/empty-box.tsx';
import type { GridColumn } from '#web/ui/grid-columns.ts';
import { Stack } from '#web/ui/layout.tsx';
import { RowGrid } from '#web/ui/row-grid.tsx';
import { type RowDraftOf, type Rows, useRowIds } from '#web/ui/rows.ts';
import styles from './items-screen.module.css';
import { type RowSetProps, RowSetScreen } from './row-set-screen.tsx';
import { Choose, ToolBox } from './tool-box.tsx';

type Draft = RowDraftOf<typeof itemSet.grid>;
type Extent = Exclude<Draft['extent'], ''>;

const EXTENTS: Readonly<Record<Extent, string>> = { all: '全部', part: '一部', none: 'なし' };
const SIGNS: Readonly<Record<Extent, string>> = { all: '○', part: '△', none: '×' };
const OPTIONS = entriesOf(EXTENTS).map(([value, label]) => ({
  value,
  label,
  also: [SIGNS[value], ITEM_EXTENT[value]],
}));

export function ItemsScreen() {
  return (
    <RowSetScreen
      set={{
        tab: 'items',
        title: '検査項目の設定',
        calls: itemSet,
        whichOf: (key) => ({ key }),
        mainCell: 'extent',
        nameOf: ({ itemCode }) => ({ itemCode }),
        // An item that the master no longer has.
        revive: () => null,
        Body: Items,
      }}
    />
  );
}

function Items({ data: { rows: items }, rows }: RowSetProps<typeof itemSet>) {
  const columns = useMemo<GridColumn<Draft>[]>(() => {
    const names = new Map(items.map(({ itemCode, name }) => [itemCode, name]));
    return [
      { label: '検査項目', text: ({ itemCode }) => names.get(itemCode) ?? itemCode },
      { label: '実施区分', cells: [{ name: 'extent', label: '実施区分', options: OPTIONS }] },
    ];
  }, [items]);

  if (items.length === 0) {
    return (
      <EmptyBox
        text="検査項目マスタにデータが一件も登録されていません。"
        actions={[{ label: '検査項目マスタ', to: MASTERS.examItems.list, kind: 'primary' }]}
      />
    );
  }
  return (
    <Stack gap="3" className={styles.items}>
      <ManyAtOnce rows={rows} />
      <RowGrid caption="検査項目" rows={rows} columns={columns} />
    </Stack>
  );
}

function ManyAtOnce({ rows }: { rows: Rows<unknown, Draft> }) {
  const id = useId();
  const ids = useRowIds(rows);
  const [from, setFrom] = useState('1');
  const [to, setTo] = useState(String(ids.length));

  function set(extent: Extent) {
    const [first = 0, last = 0] = [Number(from), Number(to)].sort((a, b) => a - b);
    const chosen = new Set(ids.slice(first - 1, last));
    rows.editAll((row) => (chosen.has(row.id) ? { extent } : null));
  }

  const options = ids.map((_, at) => ({ value: String(at + 1), label: `${at + 1}行目` }));
  return (
    <ToolBox title="まとめて設定">
      <Choose id={`${id}-from`} label="最初の行" value={from} onChange={setFrom} options={options} />
      から
      <Choose id={`${id}-to`} label="最後の行" value={to} onChange={setTo} options={options} />
      までを
      {entriesOf(EXTENTS).map(([extent, label]) => (
        <Button key={extent} onClick={() => set(extent)}>
          {label}にする
        </Button>
      ))}
    </ToolBox>
  );
}
