// The own account: who one is, one's password, one's second factors, and where one is logged in.

import type { ComponentType } from 'react';
import { NOTICE_WORDS } from '#account/contract-notices.ts';
import { Facts, Panel } from '#backoffice/shared/panel.tsx';
import { ROLE_NAMES } from '#domain/staff/roles.ts';
import { OFFICE } from '#web/addresses.ts';
import { PageHead } from '#web/page-head.tsx';
import { send } from '#web/send.ts';
import { EMPTY_MARK } from '#web/ui/empty-mark.ts';
import { Muted, Stack } from '#web/ui/layout.tsx';
import { Loading } from '#web/ui/notice.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { useLoad } from '#web/use-load.ts';
import type { Reply } from '#wire/call.ts';
import { SessionsPanel } from '../sessions-panel.tsx';
import { endOthers, endSession, openOwnAccount } from './contract.ts';
import styles from './own-account-screen.module.css';
import { PasswordPanel } from './password-panel.tsx';

type OwnAccount = Reply<typeof openOwnAccount>;

/** What the part about second factors is given: what there is, and whom to tell when that has turned. */
export interface TwoFactorProps {
  factors: OwnAccount['factors'];
  onChanged(): void;
}

interface OwnAccountProps {
  /** Comes from another errand. */
  TwoFactorSection?: ComponentType<TwoFactorProps>;
}

export function OwnAccountScreen({ TwoFactorSection }: OwnAccountProps) {
  const { data, replace, reload } = useLoad(openOwnAccount, {});
  return (
    <>
      <PageHead title="自分のアカウント" crumbs={[{ label: 'TOP', to: OFFICE.home }]} />
      {data ? (
        <Stack gap="4" align="start" className={styles.panels}>
          <Stack gap="3">
            <AccountPanel account={data} />
            <PasswordPanel account={data} onChanged={reload} />
          </Stack>
          {TwoFactorSection && <TwoFactorSection factors={data.factors} onChanged={reload} />}
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

/** What was done to the account lately, acknowledged or not. */
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
