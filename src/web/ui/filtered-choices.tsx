// Any number of a long list: it is narrowed while one looks for some of it, and all that is shown can be chosen at once.
import { useState } from 'react';
import { Button } from './button.tsx';
import { FieldGroup, whenAllLeft } from './field-frame.tsx';
import { type Option, SearchField } from './fields.tsx';
import styles from './filtered-choices.module.css';
import type { Bound } from './form.ts';

interface LongOption extends Option {
  /** Stands behind the label. */
  note?: string;
  disabled?: boolean;
}

interface FilteredChoicesProps extends Bound<string[]> {
  options: readonly LongOption[];
  hint?: string;
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase().trim();

/** What is chosen stays so while it is not shown, and in the order of the list. */
export function FilteredChoicesField({ options, hint, ...field }: FilteredChoicesProps) {
  const [filter, setFilter] = useState('');
  const shown = options.filter(({ label }) => plain(label).includes(plain(filter)));
  const free = shown.filter(({ disabled }) => !disabled);
  const areAll = free.length > 0 && free.every(({ value }) => field.value.includes(value));

  function choose(values: readonly string[], isChosen: boolean) {
    const wanted = new Set(field.value);
    for (const value of values) {
      if (isChosen) wanted.add(value);
      else wanted.delete(value);
    }
    field.onChange(options.map(({ value }) => value).filter((value) => wanted.has(value)));
  }

  return (
    <FieldGroup field={field} hint={hint} write={(theirs) => `${theirs.length} 件`}>
      <div className={styles.tools}>
        <SearchField label="絞り込み" value={filter} onChange={setFilter} />
        <Button
          disabled={free.length === 0}
          onClick={() =>
            choose(
              free.map(({ value }) => value),
              !areAll,
            )
          }
        >
          {areAll ? '表示中の選択を外す' : '表示中をすべて選択'}
        </Button>
        <span role="status">
          {field.value.length.toLocaleString('ja-JP')} 件を選択（{shown.length.toLocaleString('ja-JP')} 件を表示）
        </span>
      </div>
      <div className={styles.list}>
        {shown.map(({ value, label, note, disabled }, index) => (
          <label key={value}>
            <input
              type="checkbox"
              id={index === 0 ? field.id : undefined}
              checked={field.value.includes(value)}
              disabled={disabled}
              onChange={({ target }) => choose([value], target.checked)}
              onBlur={whenAllLeft(field.onBlur)}
            />
            {label}
            {note && <span className={styles.note}>{note}</span>}
          </label>
        ))}
        {shown.length === 0 && <p>条件に合うデータがありません。</p>}
      </div>
    </FieldGroup>
  );
}
