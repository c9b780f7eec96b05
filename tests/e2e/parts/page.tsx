// A page of nothing but the parts that keep something by themselves: dialogs, a long table that the address describes, and buttons that go.
import '#web/styles/office-base.css';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Link, useLocation, useNavigate } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { CallFailed } from '#web/send.ts';
import { SignInAgain, type SignInOutcome } from '#web/sign-in-again.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogHost, useDialogs } from '#web/ui/dialogs.tsx';
import { listenBeforeRouter } from '#web/ui/navigation-guard.ts';
import { VirtualTable } from '#web/ui/virtual-table.tsx';
import { useUnsaved } from '#web/use-unsaved.ts';

declare global {
  interface Window {
    dialogs: ReturnType<typeof useDialogs>;
    opens: Record<string, () => unknown>;
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
        action={{
          label: '開く',
          describe: (row) => `受診者${row}を開く`,
          to: (row) => `${location.pathname}${location.search}#${row}`,
          onFollow: setOpened,
        }}
        returnTo={returnTo}
        resetKey={JSON.stringify(sort)}
      />
    </>
  );
}

const failed = (name: 'NoSession' | 'NotFound' | 'Forbidden' | 'TwoFactorNeeded') =>
  new CallFailed(200, { names: [name, 'Forbidden'], sentences: ['失敗です。'], details: [] });

function Asking() {
  const dialogs = useDialogs();
  window.dialogs = dialogs;
  window.opens = {
    confirm: () => dialogs.confirm('登録しますか。'),
    danger: () => dialogs.confirm('削除しますか。', { danger: true }),
    progress: () => dialogs.progress('送信中', '送信しています。'),
    finished: () => dialogs.finished('完了', '終わりました。'),
    inputError: () => dialogs.inputError(['名称は必須入力です。']),
    masterError: () => dialogs.masterError(['使用中です。']),
    authenticationError: () => dialogs.authenticationError('ご確認ください。'),
    fault: () => dialogs.systemError(),
    lost: () => dialogs.systemError(new CallFailed(), { canRetry: true }),
    sessionOver: () => dialogs.systemError(failed('NoSession')),
    missing: () => dialogs.systemError(failed('NotFound')),
    forbidden: () => dialogs.failure(failed('TwoFactorNeeded')),
  };
  const [text, setText] = useState('');
  useUnsaved(text !== '');
  return (
    <>
      <Button onClick={() => window.dialogs.confirm('登録しますか。')}>登録</Button>
      <label htmlFor="mail">メール</label>
      <input id="mail" value={text} onChange={(event) => setText(event.target.value)} />
      <label htmlFor="phone">電話</label>
      <input id="phone" />
      <Link to="/next">次へ</Link>
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

/** Every way on from a dialog leads away. */
function Parts() {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<((outcome: SignInOutcome) => void) | null>(null);
  const leave = () => navigate('/away');
  return (
    <main data-side="office">
      <h1>Parts at {useLocation().pathname}</h1>
      <DialogHost
        afterSystemError={leave}
        sessionExpired={{ signInAgain: () => new Promise((resolve) => setAsking(() => resolve)) }}
        missing={{ note: '一覧に戻ります。', leave }}
        forbidden={{ follow: async () => {}, setUp: leave, confirm: async () => false }}
      >
        {asked.has('rows') ? <LongTable /> : asked.has('going') ? <Going /> : <Asking />}
      </DialogHost>
      {asking && (
        <SignInAgain
          onDone={(outcome) => {
            setAsking(null);
            asking(outcome);
          }}
        />
      )}
    </main>
  );
}

listenBeforeRouter();
const router = createBrowserRouter([{ path: '*', element: <Parts /> }]);
createRoot(document.body.appendChild(document.createElement('div'))).render(<RouterProvider router={router} />);
