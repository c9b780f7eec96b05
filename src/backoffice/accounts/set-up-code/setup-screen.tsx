// Where a set-up code becomes a password: first whose it is, then the password, twice.
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { EntryButton, EntryCard, EntryNote, EntryPage } from '#backoffice/shared/entry-card.tsx';
import { OFFICE } from '#web/addresses.ts';
import { useTitle } from '#web/page-head.tsx';
import { send } from '#web/send.ts';
import { PasswordField, TextField } from '#web/ui/fields.tsx';
import { useForm } from '#web/ui/form.ts';
import { Link } from '#web/ui/link.tsx';
import { useSave } from '#web/use-save.ts';
import { FORCED } from '#web/use-unsaved.ts';
import type { Reply } from '#wire/call.ts';
import type { Value } from '#wire/record.ts';
import { checkSetup, firstPassword, setPassword, setupKey } from './contract.ts';

type SetupKey = Value<typeof setupKey>;
type Owner = Reply<typeof checkSetup>;

/** What a link carries: #userId.code */
function readFragment(hash: string): SetupKey {
  const [userId = '', code = ''] = hash.slice(1).split('.');
  return { userId, code };
}

export function StaffSetupScreen() {
  useTitle('パスワードの設定 | 健診予約システム');
  const navigate = useNavigate();
  const { hash, pathname } = useLocation();
  const [given] = useState(() => readFragment(hash));
  const [known, setKnown] = useState<{ key: SetupKey; owner: Owner } | null>(null);

  // Nobody who looks at the address, or at the browser's history, is to read a code there.
  useEffect(() => {
    if (hash !== '') navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);

  const done = () => navigate(OFFICE.login, { state: { ...FORCED, isSetUp: true } });
  return (
    <EntryPage>
      {known ? (
        <PasswordCard setupKey={known.key} owner={known.owner} onDone={done} />
      ) : (
        <CodeCard given={given} onKnown={(key, owner) => setKnown({ key, owner })} />
      )}
    </EntryPage>
  );
}

function CodeCard({ given, onKnown }: { given: SetupKey; onKnown(key: SetupKey, owner: Owner): void }) {
  const form = useForm(setupKey, given);
  const { isBusy, save } = useSave();
  const submit = () =>
    save(form.submit, {
      send: (key) => send(checkSetup, key),
      done: (owner, key) => onKnown(key, owner),
      canRepeat: true,
    });
  return (
    <EntryCard onSubmit={submit}>
      <h1>パスワードの設定</h1>
      <p>院内の管理者から受け取った設定コードを入力してください。</p>
      <TextField {...form.bind('userId')} hint="半角英数8桁" width="full" autoComplete="username" autoFocus />
      <TextField {...form.bind('code')} hint="例: K7QM-2XNP-9RTA" width="full" />
      <EntryButton isBusy={isBusy}>次へ</EntryButton>
      <EntryNote>
        <Link to={OFFICE.login}>ログイン画面へ</Link>
      </EntryNote>
    </EntryCard>
  );
}

function PasswordCard({ setupKey: key, owner, onDone }: { setupKey: SetupKey; owner: Owner; onDone(): void }) {
  const form = useForm(firstPassword, firstPassword.blank, [['next', 'again']]);
  const { isBusy, save } = useSave();
  const submit = () => save(form.submit, { send: (chosen) => send(setPassword, { ...key, ...chosen }), done: onDone });
  return (
    <EntryCard onSubmit={submit}>
      <h1>パスワードの設定</h1>
      <p>
        {owner.institutionName}
        <br />
        {owner.displayName}（{key.userId}）
      </p>
      {/* For the browser, which keeps the password under it. */}
      <input
        className="visually-hidden"
        autoComplete="username"
        value={key.userId}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <PasswordField
        {...form.bind('next')}
        autoComplete="new-password"
        hint="英字・数字・記号（@ # % & ! $ ?）を混ぜて13桁以上"
      />
      <PasswordField {...form.bind('again')} autoComplete="new-password" />
      <EntryButton isBusy={isBusy}>設定する</EntryButton>
    </EntryCard>
  );
}
