// The own account: who one is, one's password, one's second factors, and where one is logged in.

import { useEffect, useId, useRef, useState } from 'react';
import { NOTICE_WORDS } from '#account/contract-notices.ts';
import { passwordForm } from '#account/contract-passwords.ts';
import { TwoFactorSection } from '#backoffice/accounts/two-factor/two-factor-section.tsx';
import { ROLE_NAMES } from '#domain/staff/roles.ts';
import { PageHead } from '#web/page-head.tsx';
import { send } from '#web/send.ts';
import { sendForToken } from '#web/send-for-token.ts';
import { officeSession } from '#web/session.ts';
import { readIdentity } from '#web/staff-sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { EMPTY_MARK } from '#web/ui/empty-mark.ts';
import { PasswordField } from '#web/ui/fields.tsx';
import { useForm } from '#web/ui/form.ts';
import { Form } from '#web/ui/form-element.tsx';
import { Muted, Row, Stack } from '#web/ui/layout.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { Facts, Panel } from '#web/ui/panel.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { useLoad } from '#web/use-load.ts';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import { SessionsPanel } from '../sessions-panel.tsx';
import { changeOwnPassword, endOthers, endSession, openOwnAccount } from './contract.ts';
import styles from './own-account-screen.module.css';

type OwnAccount = Reply<typeof openOwnAccount>;

export function OwnAccountScreen() {
  const { data, replace, reload } = useLoad(openOwnAccount, {});
  return (
    <>
      <PageHead title="自分のアカウント" crumbs={[]} />
      {data ? (
        <Stack gap="4" align="start" className={styles.panels}>
          <Stack gap="3">
            <AccountPanel account={data} />
            <PasswordPanel account={data} onChanged={reload} />
          </Stack>
          <TwoFactorSection factors={data.factors} onChanged={reload} />
          <div className={styles.wide}>
            <SessionsPanel
              sessions={data.sessions}
              end={(sessionId) => send(endSession, { sessionId })}
              endOthers={() => send(endOthers, {})}
              help="心当たりのない端末があるときは、ログアウトさせてからパスワードを変更してください。"
              onEnded={(sessions) => replace({ ...data, sessions })}
              onGone={reload}
            />
          </div>
          {data.notices.length > 0 && (
            <div className={styles.wide}>
              <NoticesPanel notices={data.notices} />
            </div>
          )}
        </Stack>
      ) : (
        <Loading />
      )}
    </>
  );
}

function AccountPanel({ account }: { account: OwnAccount }) {
  return (
    <Panel title="アカウント">
      <Facts
        rows={[
          ['表示名', account.displayName],
          ['ユーザーID', account.userId],
          ['権限', ROLE_NAMES[account.role]],
          ['医療機関', account.institutionName],
        ]}
      />
      <Muted above="2">変更は管理者に依頼してください。</Muted>
    </Panel>
  );
}

const NOTICE_COLUMNS: readonly Column<OwnAccount['notices'][number]>[] = [
  { label: '日時', text: ({ at }) => at },
  { label: 'お知らせ', text: ({ kind }) => NOTICE_WORDS[kind] },
  { label: '内容', text: ({ note }) => note },
  { label: '行った職員', text: ({ byName }) => byName || 'ご本人のログイン' },
  { label: 'ネットワークアドレス', text: ({ address }) => address || EMPTY_MARK },
];

function NoticesPanel({ notices }: Pick<OwnAccount, 'notices'>) {
  return (
    <Panel title="アカウントのお知らせ" flush>
      <Table
        caption="アカウントのお知らせ"
        columns={NOTICE_COLUMNS}
        rows={notices}
        rowKey={({ noticeId }) => noticeId}
      />
    </Panel>
  );
}

interface PasswordPanelProps {
  account: Pick<Reply<typeof openOwnAccount>, 'passwordChangedAt' | 'mustBeLong'>;
  onChanged(): void;
}

function PasswordPanel({ account, onChanged }: PasswordPanelProps) {
  const { isPasswordChangeNeeded } = officeSession.use();
  const [isOpen, setOpen] = useState(isPasswordChangeNeeded);
  const opener = useId();
  const [changedOn = ''] = account.passwordChangedAt.split(' ');

  // Who closes the form is put back where it was opened.
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) document.getElementById(opener)?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, opener]);

  return (
    <Panel
      title="パスワード"
      kind={isOpen ? 'active' : 'plain'}
      aside={
        !isOpen && (
          <Button id={opener} onClick={() => setOpen(true)}>
            パスワードを変更
          </Button>
        )
      }
    >
      {isPasswordChangeNeeded && (
        <Notice>はじめに、ご自身のパスワードに変更してください。変更すると、ほかの画面が使えるようになります。</Notice>
      )}
      {isOpen ? (
        <ChangeForm
          mustBeLong={account.mustBeLong}
          onCancel={() => setOpen(false)}
          onDone={async () => {
            // Menus follow where the session was good for this only.
            await readIdentity().catch(() => {});
            setOpen(false);
            onChanged();
          }}
        />
      ) : (
        <>
          <p>最終変更 {changedOn || EMPTY_MARK}</p>
          <Muted above="1">
            {account.mustBeLong
              ? '2段階認証を使っていないため、英字・数字・記号を混ぜて13桁以上で設定します。'
              : '2段階認証を使うため、8桁から設定できます。'}
          </Muted>
        </>
      )}
    </Panel>
  );
}

function ChangeForm({ mustBeLong, onCancel, onDone }: { mustBeLong: boolean; onCancel(): void; onDone(): void }) {
  const dialogs = useDialogs();
  const form = useForm(passwordForm, passwordForm.blank);
  const { isBusy, save } = useSave();
  const current = form.bind('current');
  useEffect(() => document.getElementById(current.id)?.focus(), [current.id]);

  const change = () =>
    save(form.submit, {
      ask: () =>
        dialogs.confirm('パスワードを変更しますか？', {
          details: 'ほかの端末は、すべてログアウトされます。',
          ok: '変更する',
        }),
      send: (passwords) => sendForToken(changeOwnPassword, passwords, ({ token }) => token),
      // What was changed already counts as done.
      canRepeat: true,
      async done() {
        await dialogs.finished('パスワードの変更', 'パスワードを変更しました。');
        onDone();
      },
      async refused(failure) {
        if (failure.is('Refused')) form.empty('current');
        await dialogs.inputError(failure.sentences);
      },
    });

  return (
    <Form gap="3" className={styles.form} onSubmit={change}>
      <PasswordField {...current} autoComplete="current-password" />
      <PasswordField
        {...form.bind('next')}
        autoComplete="new-password"
        hint={`半角の英数字と @ # % & ! $ ? で、${mustBeLong ? '13桁以上65桁以下。英字・数字・記号をすべて使います' : '8桁以上65桁以下'}。ユーザーIDやよく使われる文字列は使用できません。`}
      />
      <PasswordField {...form.bind('again')} autoComplete="new-password" />
      <Row wrap={false} gap="2" align="stretch" justify="end">
        <Button kind="quiet" onClick={onCancel}>
          キャンセル
        </Button>
        <Button kind="primary" type="submit" disabled={isBusy}>
          変更する
        </Button>
      </Row>
    </Form>
  );
}
