// The own account: who one is, one's password, one's second factors, and where one is logged in.
import type { ComponentType } from 'react';
import { Facts, Panel } from '#backoffice/panel.tsx';
import { ROLE_NAMES } from '#domain/staff/roles.ts';
import { PageHead } from '#web/page-head.tsx';
import { Loading } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import type { Reply } from '#wire/call.ts';
import { openOwnAccount } from './contract.ts';
import styles from './own-account-screen.module.css';
import { PasswordPanel } from './password-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

type OwnAccount = Reply<typeof openOwnAccount>;

/** What the part about second factors is given: what there is, and whom to tell when that has turned. */
export interface TwoFactorProps {
  factors: OwnAccount['factors'];
  onChanged(): void;
}

interface OwnAccountProps {
  paths: { home: string };
  /** Comes from another errand. */
  TwoFactorSection?: ComponentType<TwoFactorProps>;
}

export function OwnAccountScreen({ paths, TwoFactorSection }: OwnAccountProps) {
  const { data, replace, reload } = useLoad(openOwnAccount, {});
  return (
    <>
      <PageHead title="自分のアカウント" crumbs={[{ label: 'TOP', to: paths.home }]} />
      {data ? (
        <div className={styles.panels}>
          <div className={styles.self}>
            <AccountPanel account={data} />
            <PasswordPanel account={data} onChanged={reload} />
          </div>
          {TwoFactorSection && <TwoFactorSection factors={data.factors} onChanged={reload} />}
          <div className={styles.wide}>
            <SessionsPanel
              sessions={data.sessions}
              onEnded={(sessions) => replace({ ...data, sessions })}
              onGone={reload}
            />
          </div>
        </div>
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
      <p className={styles.help}>変更は管理者に依頼してください。</p>
    </Panel>
  );
}
