// All items that there are beside those of the pattern, and what brings them over and into order.

import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { entriesOf } from '#web/names-of.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { SearchField } from '#web/ui/fields.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Muted, Row, Stack } from '#web/ui/layout.tsx';
import type { AddableItem, OutputItem } from './contract.ts';
import { EMPTY_SELECTION, ItemList, type Selection } from './item-list.tsx';
import { addToEnd, drop, dropAddable, insert, move, type Outcome, type OutputList, remove } from './list-operations.ts';
import styles from './two-lists.module.css';

const KINDS = { all: 'すべて', attribute: '受診者・予約', option: 'オプション' } as const;
type Kind = keyof typeof KINDS;

const fold = (text: string) => text.normalize('NFKC').toLowerCase().trim();

/** Kinds of what is dragged, as a browser names them to whatever it is dragged over. */
const ADDABLE = 'application/x-addable-item';
const OUTPUT = 'application/x-output-item';

interface TwoListsProps {
  addable: readonly AddableItem[];
  output: OutputItem[];
  onChange(output: OutputItem[]): void;
}

export function TwoLists({ addable, output, onChange }: TwoListsProps) {
  const dialogs = useDialogs();
  const choice = useAddable(addable);
  const [selection, setSelection] = useState(EMPTY_SELECTION);
  const list: OutputList = { items: output, selected: selection.selected };

  function apply(outcome: Outcome) {
    if (!outcome.ok) return dialogs.inputError([outcome.sentence]);
    const { items, selected } = outcome.list;
    const [first = null] = selected;
    onChange([...items]);
    setSelection({
      selected,
      active: selected.has(selection.active ?? 0) ? selection.active : first,
      anchor: first,
    });
  }

  return (
    <Stack gap="3" className={styles.lists}>
      <AddableItems count={addable.length} choice={choice} onAdd={(items) => apply(addToEnd(list, items))} />
      <Movers list={list} toAdd={choice.toAdd} onMove={apply} />
      <OutputItems list={list} selection={selection} onSelect={setSelection} toAdd={choice.toAdd} onMove={apply} />
    </Stack>
  );
}

function useAddable(addable: readonly AddableItem[]) {
  const [filter, setFilter] = useState('');
  const [kind, setKind] = useState<Kind>('all');
  const [selection, setSelection] = useState(EMPTY_SELECTION);
  const shown = addable.filter(
    (item) => (kind === 'all' || item.kind === kind) && fold(item.name).includes(fold(filter)),
  );
  // What the filter hides is not added unseen.
  const toAdd = shown.filter(({ key }) => selection.selected.has(key));
  return { filter, setFilter, kind, setKind, selection, setSelection, shown, toAdd };
}

interface AddableItemsProps {
  count: number;
  choice: ReturnType<typeof useAddable>;
  onAdd(items: readonly AddableItem[]): void;
}

function AddableItems({ count, choice, onAdd }: AddableItemsProps) {
  const id = useId();
  const { filter, setFilter, kind, setKind, selection, setSelection, shown, toAdd } = choice;
  return (
    <section aria-labelledby={id}>
      <Heading id={id} title="追加可能項目" count={count} chosen={toAdd.length}>
        <Row gap="4" lines="1" align="stretch" push className={styles.kinds} role="radiogroup" aria-label="区分">
          {entriesOf(KINDS).map(([value, label]) => (
            <label key={value}>
              <input type="radio" name={`${id}-kind`} checked={kind === value} onChange={() => setKind(value)} />
              {label}
            </label>
          ))}
        </Row>
      </Heading>
      <div className={styles.tools}>
        <SearchField label="項目名で絞り込み" value={filter} onChange={setFilter} />
      </div>
      <ItemList
        labelledBy={id}
        items={shown}
        selection={selection}
        onSelect={setSelection}
        empty="条件に合う項目がありません。"
        dragged={ADDABLE}
        onKey={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey) return false;
          onAdd(toAdd);
          return true;
        }}
        onDoubleClick={(item) => onAdd([item])}
        render={(item) => (
          <>
            <span className={styles.itemName}>{item.name}</span>
            <span className={styles.kind}>{KINDS[item.kind]}</span>
          </>
        )}
      />
    </section>
  );
}

interface MoversProps {
  list: OutputList;
  toAdd: readonly AddableItem[];
  onMove(outcome: Outcome): void;
}

function Movers({ list, toAdd, onMove }: MoversProps) {
  return (
    <div className={styles.movers}>
      <Button onClick={() => onMove(insert(list, toAdd))}>
        挿入
        <Icon name="right" />
      </Button>
      <Button onClick={() => onMove(addToEnd(list, toAdd))}>
        末尾に追加
        <Icon name="right" />
      </Button>
      <hr />
      <Button kind="quiet" onClick={() => onMove(remove(list))} icon="left">
        削除
      </Button>
      <hr />
      <Button kind="quiet" onClick={() => onMove(move(list, 'up'))} icon="up">
        上へ
      </Button>
      <Button kind="quiet" onClick={() => onMove(move(list, 'down'))} icon="down">
        下へ
      </Button>
    </div>
  );
}

interface OutputItemsProps extends MoversProps {
  selection: Selection;
  onSelect(selection: Selection): void;
}

function OutputItems({ list, selection, onSelect, toAdd, onMove }: OutputItemsProps) {
  const id = useId();
  function press(event: KeyboardEvent): boolean {
    if (event.key === 'Delete') onMove(remove(list));
    else if (event.altKey && event.key === 'ArrowUp') onMove(move(list, 'up'));
    else if (event.altKey && event.key === 'ArrowDown') onMove(move(list, 'down'));
    else return false;
    return true;
  }
  return (
    <section aria-labelledby={id}>
      <Heading id={id} title="CSV出力項目" count={list.items.length} chosen={selection.selected.size} />
      <Muted className={styles.hint}>
        「挿入」は選択した項目の前に入ります。<span data-hide="narrow">Alt+↑↓で移動します。</span>
      </Muted>
      <ItemList
        labelledBy={id}
        items={list.items}
        selection={selection}
        onSelect={onSelect}
        empty="追加可能項目から、出力する項目を追加してください。"
        isNew={({ status }) => status === 'added'}
        onKey={press}
        dragged={OUTPUT}
        drop={{
          takes: [ADDABLE, OUTPUT],
          at: (place, dragged) => onMove(dragged === ADDABLE ? dropAddable(list, place, toAdd) : drop(list, place)),
        }}
        render={(item) => (
          <>
            <span className={styles.position}>{item.position}</span>
            <span className={styles.itemName}>{item.name}</span>
            {item.status === 'added' && <span className={styles.added}>追加</span>}
          </>
        )}
      />
    </section>
  );
}

interface HeadingProps {
  id: string;
  title: string;
  count: number;
  chosen: number;
  children?: ReactNode;
}

function Heading({ id, title, count, chosen, children }: HeadingProps) {
  return (
    <Row gap="2" lines="0" className={styles.heading}>
      <h2 id={id}>{title}</h2>
      <span>{`${count} 項目・${chosen} 選択`}</span>
      {children}
    </Row>
  );
}
