// What will be saved: each value, with what it was before where that differs.
import styles from './change-list.module.css';
import { classes } from './classes.ts';

interface ChangeListProps {
  before?: Readonly<Record<string, string>>;
  after: Readonly<Record<string, string>>;
}

const MOST_LINES = 6;

/** Of a long text only the lines that differ from the other, and not all of those either. */
export function excerpt(text: string, other?: string): string {
  const lines = text.split('\n');
  if (lines.length <= MOST_LINES) return text;
  const others = other?.split('\n') ?? [];
  const limit = Math.min(lines.length, others.length);
  let first = 0;
  while (first < limit && lines[first] === others[first]) first++;
  let end = 0;
  while (end < limit - first && lines.at(-1 - end) === others.at(-1 - end)) end++;
  const changed = lines.slice(first, lines.length - end);
  const shown = changed.slice(0, MOST_LINES).join('\n');
  return changed.length > MOST_LINES ? `${shown}\n…（ほか${changed.length - MOST_LINES}行）` : shown;
}

export function ChangeList({ before, after }: ChangeListProps) {
  const rows = Object.entries(after).filter(([label, text]) => !before || before[label] !== text);
  if (before && rows.length === 0) return <p>変更された項目はありません。</p>;
  return (
    <dl className={classes(styles.values, before && styles.changes)}>
      {rows.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          {before && <dd>{excerpt(before[label] ?? '', text) || '（なし）'}</dd>}
          <dd>
            {before && <span aria-hidden="true">→ </span>}
            {before && <span className="visually-hidden">変更後: </span>}
            {excerpt(text, before?.[label]) || '（なし）'}
          </dd>
        </div>
      ))}
    </dl>
  );
}
