// One account of the staff: registered, which makes a set-up code, or edited.

import { useNavigate } from 'react-router';
import { ROLE_NAMES, ROLES, type Role } from '#domain/staff/roles.ts';
import { OFFICE } from '#web/addresses.ts';
import { useKeyInAddress } from '#web/key-in-address.ts';
import { adoptNewer, EditFrame } from '#web/master-screens/edit-frame.tsx';
import { send } from '#web/send.ts';
import { readIdentity } from '#web/staff-sign-in.ts';
import { ChangeList } from '#web/ui/change-list.tsx';
import { EMPTY_MARK } from '#web/ui/empty-mark.ts';
import { OtherValue } from '#web/ui/field-frame.tsx';
import { TextField } from '#web/ui/fields.tsx';
import { type Bound, unbound, useForm } from '#web/ui/form.ts';
import { Grid, Muted, Stack, Text } from '#web/ui/layout.tsx';
import { Loading } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import { TableFrame } from '#web/ui/table-frame.tsx';
import { type Loaded, useLoad } from '#web/use-load.ts';
import { GONE } from '#web/use-unsaved.ts';
import type { Reply } from '#wire/call.ts';
import type { Draft, Value } from '#wire/record.ts';
import { SessionsPanel } from '../sessions-panel.tsx';
import { AccountSide } from './account-side.tsx';
import {
  endStaffSession,
  newStaff,
  openStaff,
  registerStaff,
  staffValues,
  suggestStaff,
  TITLE,
  updateStaff,
} from './contract.ts';
import styles from './detail-screen.module.css';
import { useSetupDialog } from './setup-dialog.tsx';

export function StaffDetailScreen() {
  const key = useKeyInAddress(openStaff.request);
  return key ? <Edit key={key.userId} {...key} /> : <Register />;
}

const CRUMBS = ['運用管理', { label: TITLE, to: OFFICE.staff }];

const describe = ({ displayName, role }: Value<typeof staffValues>) => ({
  表示名: displayName,
  権限: ROLE_NAMES[role],
});

function Register() {
  const { data } = useLoad(suggestStaff, {});
  return data ? <RegisterForm userId={data.userId} /> : <Loading />;
}

function RegisterForm({ userId }: { userId: string }) {
  const start: Draft<typeof newStaff> = { ...newStaff.blank, userId, role: 'reception' };
  const form = useForm(newStaff, start);
  const [setupDialog, showSetup] = useSetupDialog();
  return (
    <EditFrame
      title="職員の登録"
      crumbs={CRUMBS}
      form={form}
      act="登録"
      about={(value) => <ChangeList after={{ ...describe(value), ユーザーID: value.userId }} />}
      save={async (value) => showSetup({ ...(await send(registerStaff, value)), ...value })}
      donePath={OFFICE.staff}
      backPath={OFFICE.staff}
    >
      <Section title="基本情報">
        <TextField {...form.bind('displayName')} hint="40文字まで" />
        <TextField {...form.bind('userId')} hint="半角英数8桁。登録後は変更できません" width="short" />
      </Section>
      <Section title="権限">
        <RoleChoice field={form.bind('role')} />
      </Section>
      {setupDialog}
    </EditFrame>
  );
}

type Account = Reply<typeof openStaff>;

function Edit({ userId }: { userId: string }) {
  const navigate = useNavigate();
  const loaded = useLoad(
    openStaff,
    { userId },
    { onMissing: () => navigate(OFFICE.staff, { replace: true, state: GONE }) },
  );
  const { data } = loaded;
  return data ? <EditForm account={data} loaded={loaded} /> : <Loading />;
}

function EditForm({ account, loaded }: { account: Account; loaded: Pick<Loaded<Account>, 'replace' | 'reload'> }) {
  const { userId, version, isMe } = account;
  const form = useForm(staffValues, staffValues.draft(account));

  return (
    <EditFrame
      title="職員の編集"
      crumbs={CRUMBS}
      form={form}
      act="更新"
      about={(value) => <ChangeList before={describe(account)} after={describe(value)} />}
      save={async (value) => {
        await send(updateStaff, { userId, ...value, version });
        // One's own name stands in the bar.
        if (isMe) await readIdentity().catch(() => {});
      }}
      renew={async () => adoptNewer(await send(openStaff, { userId }), account, loaded.replace, staffValues.draft)}
      donePath={OFFICE.staff}
      backPath={OFFICE.staff}
    >
      <Stack align="start" className={styles.withSide}>
        <div>
          <Section title="基本情報">
            <TextField {...form.bind('displayName')} hint="40文字まで" />
            <TextField
              {...unbound('staff-user-id', 'ユーザーID', userId)}
              hint="登録後は変更できません"
              width="short"
              readOnly
            />
          </Section>
          <Section title="権限">
            <RoleChoice field={form.bind('role')} isOwn={isMe} />
          </Section>
        </div>
        <AccountSide account={account} onChanged={loaded.reload} />
      </Stack>
      <Text as="div" above="6">
        <SessionsPanel
          sessions={account.sessions}
          end={(sessionId) => send(endStaffSession, { userId, sessionId })}
          help="心当たりのない端末があるときは、ログアウトさせてから設定コードを発行してください。"
          onEnded={(sessions) => loaded.replace({ ...account, sessions, sessionCount: sessions.length })}
          onGone={loaded.reload}
        />
      </Text>
    </EditFrame>
  );
}

const LINES: Readonly<Record<Role, string>> = {
  manager: 'すべての操作',
  reception: '予約・受付・CSV・通知メール',
  viewer: '閲覧のみ（CSV出力なし）',
};

/** How many of the roles may do it, the one who may most first. */
const ABILITIES: readonly [string, number][] = [
  ['予約の照会・抽出・閲覧', 3],
  ['予約の変更・受付・通知メール', 2],
  ['CSV出力・CSVパターン', 2],
  ['マスタ管理', 1],
  ['職員・操作履歴・個人情報', 1],
];

function RoleChoice({ field, isOwn = false }: { field: Bound<Role | ''>; isOwn?: boolean }) {
  const mark = (role: Role) => (field.value === role ? '' : undefined);
  return (
    <>
      <Grid columns="3" gap="2" className={styles.cards} role="radiogroup" aria-label={field.label}>
        {ROLES.map((role, index) => (
          <label key={role}>
            <input
              type="radio"
              id={index === 0 ? field.id : undefined}
              name={field.id}
              checked={field.value === role}
              disabled={isOwn}
              onChange={() => field.onChange(role)}
              onBlur={field.onBlur}
            />
            <b>{ROLE_NAMES[role]}</b>
            <span>{LINES[role]}</span>
          </label>
        ))}
      </Grid>
      {isOwn && <Muted>ご自身の権限は変更できません。ほかの管理者に依頼してください。</Muted>}
      <OtherValue field={field} write={(role) => (role === '' ? '' : ROLE_NAMES[role])} />
      <TableFrame caption="権限ごとにできること" className={styles.abilities}>
        <thead>
          <tr>
            <th scope="col">できること</th>
            {ROLES.map((role) => (
              <th key={role} scope="col" data-chosen={mark(role)}>
                {ROLE_NAMES[role]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ABILITIES.map(([ability, count]) => (
            <tr key={ability}>
              <th scope="row">{ability}</th>
              {ROLES.map((role, index) => (
                <td key={role} data-chosen={mark(role)}>
                  {index < count ? '○' : EMPTY_MARK}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </>
  );
}
