// What will be saved: each value, with what it was before where that differs.
interface ChangeListProps {
  before?: Readonly<Record<string, string>>;
  after: Readonly<Record<string, string>>;
}

export function ChangeList({ before, after }: ChangeListProps) {
  const rows = Object.entries(after).filter(([label, text]) => !before || before[label] !== text);
  if (before && rows.length === 0) return <p>変更された項目はありません。</p>;
  return (
    <dl className={before ? 'change-list' : 'value-list'}>
      {rows.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          {before && <dd>{before[label] || '（なし）'}</dd>}
          <dd className="after">
            {before && <span aria-hidden="true">→ </span>}
            {before && <span className="visually-hidden">変更後: </span>}
            {text || '（なし）'}
          </dd>
        </div>
      ))}
    </dl>
  );
}
