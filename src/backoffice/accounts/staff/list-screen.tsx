// Who of the staff has an account, and what each may do.
import { useState } from 'react';
import { useLocation } from 'react-router';
import { ROLE_NAMES } from '#domain/staff/roles.ts';
import { OFFICE } from '#web/addresses.ts';
import { atKey } from '#web/key-in-address.ts';
import { BackToGuide } from '#web/master-screens/back-to-guide.tsx';
import { PageHead } from '#web/page-head.tsx';
import { send } from '#web/send.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { EmptyBox } from '#web/ui/empty-box.tsx';
import { SearchField } from '#web/ui/fields.tsx';
import { Muted, Row } from '#web/ui/layout.tsx';
import { ListTools } from '#web/ui/list-tools.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { useLoad } from '#web/use-load.ts';
import { useSave } from '#web/use-save.ts';
import type { Input, Reply } from '#wire/call.ts';
import {
  describeFactors,
  FactorBadge,
  formatMoment,
  isFactorRequired,
  STATES,
  type StaffRow,
  StateBadge,
} from './badges.tsx';
import { listStaff, openStaff, TITLE, updatePolicy } from './contract.ts';
import styles from './list-screen.module.css';

const columnsOf = (isRequired: (row: StaffRow) => boolean): Column<StaffRow>[] => [
  {
    label: '表示名',
    text: ({ displayName, isMe }) => `${displayName}${isMe ? ' あなた' : ''}`,
    render: ({ displayName, isMe }) => (
      <>
        {displayName} {isMe && <Badge tone="over">あなた</Badge>}
      </>
    ),
  },
  { label: 'ユーザーID', text: ({ userId }) => userId },
  {
    label: '権限',
    text: ({ role }) => ROLE_NAMES[role],
    render: ({ role }) => <Badge tone={role === 'manager' ? 'filled' : 'plain'}>{ROLE_NAMES[role]}</Badge>,
  },
  {
    label: '2段階認証',
    text: (row) => describeFactors(row, isRequired(row)),
    render: (row) => <FactorBadge row={row} isRequired={isRequired(row)} />,
  },
  { label: '最終ログイン', text: ({ lastLogin }) => formatMoment(lastLogin) },
  { label: '状態', text: ({ state }) => STATES[state], render: ({ state }) => <StateBadge state={state} /> },
];

const fold = (text: string) => text.normalize('NFKC').toLowerCase();

export function StaffListScreen() {
  const { state } = useLocation();
  const [withStopped, setWithStopped] = useState(false);
  const [filter, setFilter] = useState('');
  const { data, reload } = useLoad(listStaff, { withStopped });

  const columns = columnsOf((row) => data !== null && isFactorRequired(data, row));
  const words = fold(filter).trim();
  const rows = data?.rows.filter((row) => columns.some(({ text }) => fold(text(row)).includes(words)));
  return (
    <>
      <PageHead title={TITLE} crumbs={['運用管理']} tools={<BackToGuide />} />
      {state?.gone && <Notice>選択された職員が見つかりません。</Notice>}
      {data && <PolicyPanel list={data} onChanged={reload} />}
      <ListTools count={rows?.length} register={OFFICE.staffAccount}>
        <SearchField label="絞り込み" value={filter} onChange={setFilter} />
        <Row as="label" inline gap="1-half">
          <input type="checkbox" checked={withStopped} onChange={({ target }) => setWithStopped(target.checked)} />
          停止中も表示
        </Row>
      </ListTools>
      {!rows ? (
        <Loading />
      ) : rows.length === 0 ? (
        <EmptyBox text="条件に合うデータがありません。" />
      ) : (
        <Table
          caption="職員の一覧"
          columns={columns}
          rows={rows}
          rowKey={({ userId }) => userId}
          isOff={(row) => row.state === 'stopped'}
          buttons={({ userId, displayName }) => (
            <LinkButton
              aria-label={`詳細（${displayName}）`}
              to={atKey(OFFICE.staffAccount, openStaff.request, { userId })}
            >
              詳細
            </LinkButton>
          )}
        />
      )}
      <Muted above="3" below="3">
        職員アカウントは削除せずに停止します。操作履歴に残る名前とユーザーIDを、あとから確かめられるようにするためです。
      </Muted>
    </>
  );
}

const whatItMeans = (whom: string) => `未設定の${whom}は、次のログインで設定するまでほかの画面を使えません。`;

/** The switches that ask everybody, or managers, for a second factor, and how far the staff has come with it. */
function PolicyPanel({ list, onChanged }: { list: Reply<typeof listStaff>; onChanged(): void }) {
  const { isTwoFactorRequired, isOfManagers, managersSince, twoFactorCount, activeCount } = list;
  const dialogs = useDialogs();
  const { isBusy, act } = useSave();

  const toggle = (isOn: boolean, whom: '職員' | '管理者', change: Input<typeof updatePolicy>) => () =>
    act({
      ask: () =>
        isOn
          ? dialogs.confirm(`${whom === '職員' ? '' : '管理者に'}2段階認証を求めるのをやめますか？`, {
              details: `2段階認証を設定していない${whom}も、すべての画面を使えるようになります。`,
              ok: 'やめる',
            })
          : dialogs.confirm(`${whom === '職員' ? '全員' : '管理者'}に2段階認証を求めますか？`, {
              details: whatItMeans(whom),
              ok: '求める',
            }),
      send: () => send(updatePolicy, change),
      done: onChanged,
      canRepeat: true,
    });
  const toggleAll = { isTwoFactorRequired: !isTwoFactorRequired, isOfManagers: null };
  const toggleManagers = { isTwoFactorRequired, isOfManagers: !isOfManagers };

  return (
    <Row as="section" gap="4" lines="1" below="2" className={styles.panel} aria-label="2段階認証の方針">
      <Switch
        label="全員に2段階認証を求める"
        isOn={isTwoFactorRequired}
        disabled={isBusy}
        onPress={toggle(isTwoFactorRequired, '職員', toggleAll)}
      />
      {!isTwoFactorRequired && (
        <Switch
          label="管理者に2段階認証を求める"
          isOn={isOfManagers}
          disabled={isBusy}
          onPress={toggle(isOfManagers, '管理者', toggleManagers)}
        />
      )}
      <span className={styles.meaning}>
        {whatItMeans('職員')}
        {!isTwoFactorRequired && isOfManagers && `管理者は ${managersSince.slice(0, 10)} からです。`}
      </span>
      <svg className={styles.meter} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect width={activeCount > 0 ? (twoFactorCount / activeCount) * 100 : 0} height="10" />
      </svg>
      <span>
        設定済み {twoFactorCount}人／有効な職員 {activeCount}人
      </span>
    </Row>
  );
}
