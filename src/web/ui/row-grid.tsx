// A table of editable rows: every cell bound, marked and placed; a keystroke draws its own row only.
import { type ClipboardEvent, memo, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { useDialogs } from './dialogs.tsx';
import { describedBy, FieldError, OtherValue } from './field-frame.tsx';
import type { Bound } from './form.ts';
import { cellsOf, fillBlock, type GridCell, type GridColumn } from './grid-columns.ts';
import { cellAt, moveInGrid, onEscape, readBlock } from './grid-keys.ts';
import { Icon } from './icon.tsx';
import { Row } from './layout.tsx';
import styles from './row-grid.module.css';
import { type EditedRow, isUnsaved, type RowDraft, type Rows, UNREAD, useRow, useRowIds } from './rows.ts';
import { ActionsHead, TableFrame } from './table-frame.tsx';

interface RowGridProps<D extends RowDraft> {
  caption: string;
  rows: Rows<unknown, D>;
  /** Made once for a screen, or every row is drawn again whenever the screen is. */
  columns: readonly GridColumn<D>[];
  /** A row as a new one begins; without it none can be added. */
  blank?: D;
  /** Whether rows may be not set: a switch takes one as it stands, or gives it up again, as a deletion does. */
  canSet?: boolean;
  onDuplicate?(row: EditedRow<D>): void;
  onDelete?(row: EditedRow<D>): void;
}

interface Acts {
  set?(id: string): void;
  duplicate?(id: string): void;
  remove?(id: string): void;
  paste(id: string, name: string, event: ClipboardEvent): void;
}

export function RowGrid<D extends RowDraft>(props: RowGridProps<D>) {
  const { caption, rows, columns, blank, canSet, onDuplicate, onDelete } = props;
  const ids = useRowIds(rows);
  const dialogs = useDialogs();
  // The rows keep what they were given first, and so need not be drawn when the screen around them is.
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const [acts] = useState<Acts>(() => {
    const withRow = (act: 'onDuplicate' | 'onDelete') => (id: string) => {
      const row = latest.current.rows.get(id);
      if (row) latest.current[act]?.(row);
    };
    return {
      set: canSet ? (id) => latest.current.rows.set(id) : undefined,
      duplicate: onDuplicate && withRow('onDuplicate'),
      remove: onDelete && withRow('onDelete'),
      paste(id, name, event) {
        const copied = event.clipboardData.getData('text/plain');
        // No browser puts a text into a select.
        const block = readBlock(copied) ?? (event.target instanceof HTMLSelectElement ? [[copied.trim()]] : null);
        if (!block) return;
        event.preventDefault();
        const sentences = fillBlock(block, { ...latest.current, id, name });
        if (sentences.length > 0) dialogs.inputError(sentences);
      },
    };
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its cells let through
    <div className={styles.scroll} onKeyDown={moveInGrid}>
      <TableFrame caption={caption} head="sticky" className={styles.grid}>
        <thead>
          <tr>
            <th scope="col" className={styles.position}>
              行
            </th>
            {columns.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">状態</th>
            {(onDuplicate || onDelete) && <ActionsHead />}
          </tr>
        </thead>
        <tbody>
          {ids.map((id, position) => (
            <GridRow key={id} id={id} position={position} rows={rows} columns={columns} acts={acts} />
          ))}
        </tbody>
      </TableFrame>
      {ids.length === 0 && <p className={styles.empty}>データが一件も登録されていません。</p>}
      {blank && (
        <Button className={styles.add} onClick={() => focusOn(rows, rows.add([blank])[0], columns)}>
          <Icon name="plus" />
          行を追加
        </Button>
      )}
    </div>
  );
}

function focusOn<D extends RowDraft>(
  rows: Rows<unknown, D>,
  id: string | undefined,
  columns: readonly GridColumn<D>[],
) {
  const [first] = cellsOf(columns);
  if (id && first) setTimeout(() => document.getElementById(rows.inputId(id, first.name))?.focus());
}

interface GridRowProps {
  id: string;
  position: number;
  // biome-ignore lint/suspicious/noExplicitAny: the grid's own types hold around it
  rows: Rows<unknown, any>;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  columns: readonly GridColumn<any>[];
  acts: Acts;
}

const GridRow = memo(function GridRow({ id, position, rows, columns, acts }: GridRowProps) {
  const row = useRow(rows, id);
  if (!row) return null;
  const name = `${position + 1}行目`;
  const isWrong = row.problems.length > 0;
  const isOff = acts.set !== undefined && row.draft.status === 'off';
  const state = isWrong ? 'wrong' : isUnsaved(row) ? 'edited' : isOff ? 'off' : undefined;
  const bind = (cell: GridCell<RowDraft>) => rows.bind(row, cell.name, `${name} ${cell.label}`);
  const conflicts = cellsOf(columns)
    .map((cell) => ({ cell, field: bind(cell) }))
    .filter(({ field }) => field.theirs !== undefined);
  let at = 0;
  return (
    <>
      <tr data-state={state}>
        <th scope="row" className={styles.position}>
          {position + 1}
        </th>
        {columns.map(({ label, cells, text }) => (
          <td key={label}>
            {text?.(row.draft)}
            {cells && (
              <Row as="span" wrap={false} gap="1-half">
                {cells.map((cell) => (
                  <Cell
                    key={cell.name}
                    cell={cell}
                    field={bind(cell)}
                    place={cellAt(position, at++)}
                    onRevert={() => rows.revert(id, cell.name)}
                    onPaste={(event) => acts.paste(id, cell.name, event)}
                  />
                ))}
              </Row>
            )}
          </td>
        ))}
        <td className={styles.state}>
          {acts.set && (
            <input
              type="checkbox"
              role="switch"
              className={styles.switch}
              aria-label={`${name}を設定`}
              checked={!isOff}
              aria-checked={!isOff}
              onChange={() => (isOff ? acts.set : acts.remove)?.(id)}
            />
          )}
          {isOff ? '未設定' : <State row={row} />}
        </td>
        {(acts.duplicate || acts.remove) && (
          <td className={styles.buttons}>
            {acts.duplicate && (
              <Button kind="quiet" aria-label={`${name}を複製`} onClick={() => acts.duplicate?.(id)}>
                複製
              </Button>
            )}
            {acts.remove && (
              <Button kind="quiet" aria-label={`${name}を削除`} onClick={() => acts.remove?.(id)}>
                削除
              </Button>
            )}
          </td>
        )}
      </tr>
      {(isWrong || row.isGone || conflicts.length > 0) && (
        <tr data-state={state}>
          <td className={styles.position} />
          <td colSpan={columns.length + 2}>
            {row.isGone && <p>ほかの利用者が削除した行です。更新すると、新しい行として登録されます。</p>}
            {conflicts.map(({ cell, field }) => (
              <OtherValue
                key={cell.name}
                field={field}
                write={(theirs) => `${cell.label} ${writeCell(cell, theirs)}`}
              />
            ))}
            {row.problems.map(({ field, sentence }) => (
              <FieldError key={sentence} id={`${rows.inputId(id, field)}-error`}>
                {sentence}
              </FieldError>
            ))}
          </td>
        </tr>
      )}
    </>
  );
});

/** A cell's value in the words of the grid. */
const writeCell = ({ options, after }: GridCell<RowDraft>, value: string) =>
  options?.find((option) => option.value === value)?.label ?? `${value}${after === '〜' ? '' : (after ?? '')}`;

function State({ row }: { row: EditedRow<RowDraft> }) {
  if (row.problems.length > 0) {
    return (
      <span data-tone="wrong">
        <Icon name="alert" />
        エラー
      </span>
    );
  }
  return isUnsaved(row) && <span data-tone="edited">{row.draft.status === 'added' ? '新規' : '変更'}</span>;
}

interface CellProps {
  cell: GridCell<RowDraft>;
  field: Bound<string>;
  place: ReturnType<typeof cellAt>;
  onRevert(): void;
  onPaste(event: ClipboardEvent): void;
}

function Cell({ cell, field, place, onRevert, onPaste }: CellProps) {
  const { options, digits, after } = cell;
  const control = {
    ...place,
    id: field.id,
    className: styles.cell,
    'aria-label': field.label,
    'aria-invalid': field.error ? true : undefined,
    'aria-describedby': describedBy(field, null),
    'data-edited': field.edited ? '' : undefined,
    value: field.value,
    onBlur: field.onBlur,
    onPaste,
    onChange: (event: { target: { value: string } }) => field.onChange(event.target.value),
    onKeyDown: onEscape(onRevert),
  };
  return (
    <>
      {options ? (
        <select {...control}>
          {field.value === UNREAD && <option value={UNREAD} hidden />}
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...control}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          size={digits}
          onFocus={(event) => event.target.select()}
        />
      )}
      {after}
    </>
  );
}
