// A page of nothing but the parts that keep something by themselves: dialogs, a long table that the address describes, and buttons that go.
import '#web/styles/base.css';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Button } from '#web/ui/button.tsx';
import { DialogHost, useDialogs } from '#web/ui/dialogs.tsx';
import { VirtualTable } from '#web/ui/virtual-table.tsx';

declare global {
  interface Window {
    dialogs: ReturnType<typeof useDialogs>;
  }
}

const asked = new URLSearchParams(location.search);
const COLUMNS = [
  { id: 'name', label: '氏名', text: (row: number) => `受診者${row}` },
  { id: 'day', label: '受診日', text: (row: number) => `${row}日目` },
] as const;
const returnTo = asked.has('returnTo') ? { key: Number(asked.get('returnTo')), scrollTop: null } : null;

function LongTable() {
  const [sort, setSort] = useState<{ column: 'name' | 'day'; isDescending: boolean }>({
    column: 'name',
    isDescending: false,
  });
  const [opened, setOpened] = useState<number | null>(null);
  const count = Number(asked.get('rows'));
  const rows = Array.from({ length: count }, (_, index) => (sort.isDescending ? count - index : index + 1));
  return (
    <>
      <p role="status">{opened === null ? '' : `受診者${opened}を開きました`}</p>
      <VirtualTable
        caption="受診者の一覧"
        columns={COLUMNS}
        rows={rows}
        rowKey={(row: number) => row}
        sort={sort}
        onSort={(column) => setSort({ column, isDescending: column === sort.column && !sort.isDescending })}
        isOff={(row) => row === 2}
        action={{ label: '開く', describe: (row) => `受診者${row}を開く`, run: (row) => setOpened(row) }}
        returnTo={returnTo}
        startsAnewWith={JSON.stringify(sort)}
      />
    </>
  );
}

function Asking() {
  window.dialogs = useDialogs();
  return (
    <>
      <Button onClick={() => window.dialogs.confirm('登録しますか。')}>登録</Button>
      <label htmlFor="mail">メール</label>
      <input id="mail" />
      <label htmlFor="phone">電話</label>
      <input id="phone" />
    </>
  );
}

/** Rows that are taken away one by one, and a button that is there once. */
function Going() {
  const [left, setLeft] = useState(['一', '二', '三']);
  const [isShown, setShown] = useState(true);
  return (
    <section>
      <h2>端末</h2>
      <ul>
        {left.map((name) => (
          <li key={name}>
            <Button>詳細 {name}</Button>
            <Button onClick={() => setLeft(left.filter((other) => other !== name))}>削除 {name}</Button>
          </li>
        ))}
      </ul>
      {isShown && <Button onClick={() => setShown(false)}>すべて表示</Button>}
    </section>
  );
}

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <main data-side="office">
    <h1>Parts</h1>
    <DialogHost afterSystemError={() => {}}>
      {asked.has('rows') ? <LongTable /> : asked.has('going') ? <Going /> : <Asking />}
    </DialogHost>
  </main>,
);
