// The accounts of the staff: who there is, what each may do, and the set-up codes that let people in.
import { role } from '#account/contract.ts';
import { officeCalls } from '#wire/call.ts';
import { YES } from '#wire/choices.ts';
import { choice, flag, ifSent, integer, versionAnswered, versionSent } from '#wire/fields.ts';
import { list, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';
import { chosenSession, sessions } from '../contract-sessions.ts';
import { staffUserId } from '../log-in/contract.ts';

const { read, write } = officeCalls('Staff');

const key = { userId: staffUserId('userId') };
const subject = ({ userId }: { userId: string }) => userId;

const values = { displayName: text('name', '表示名', { required: true, max: 40 }), role: role() };

const count = (code: string, label: string) => integer(code, label, { max: 10_000_000 });
/** YYYY/MM/DD HH:mm:ss; empty where there is none. */
const moment = (code: string, label: string) => text(code, label);

const shown = {
  userId: text('userId', 'ユーザーID'),
  ...values,
  twoFactor: choice('twoFactor', '2段階認証', { none: '0', app: '1', passkey: '2', both: '3' }),
  lastLogin: moment('lastLoginDate', '最終ログイン'),
  state: choice('state', '状態', { active: '1', settingUp: '2', locked: '3', stopped: '9' }),
  isMe: flag('isMe', '自分', YES),
};

const isTwoFactorRequired = flag('isTwoFactorRequired', '全員に2段階認証を求める', YES);
const isOfManagers = flag('isManagerTwoFactorRequired', '管理者に2段階認証を求める', YES);
/** Of managers it may be asked from a day on that is yet to come. */
const policy = {
  isTwoFactorRequired,
  isOfManagers,
  managersSince: moment('managerTwoFactorDate', '管理者に求める日時'),
};

export const listStaff = read('List', {
  request: record({ withStopped: flag('isStopped', '停止中も表示', YES, { empty: false }) }),
  reply: record({
    rows: list('listStaff', '職員の一覧', record(shown)),
    ...policy,
    twoFactorCount: count('twoFactorCount', '2段階認証を設定した職員の人数'),
    activeCount: count('activeCount', '停止していない職員の人数'),
  }),
});

export const suggestStaff = read('RegisterFirstDisplay', {
  reply: record({ userId: text('userId', 'ユーザーID') }),
});

export const TITLE = '職員アカウント';

export const openStaff = read('Detail', {
  request: record(key),
  reply: record({
    ...shown,
    ...policy,
    sessionCount: count('sessionCount', 'ログイン中の端末の台数'),
    ...sessions,
    setupEnd: moment('setupDate', '設定コードの期限'),
    ...versionAnswered,
  }),
});

export const newStaff = record({ displayName: values.displayName, ...key, role: values.role });
export const staffValues = record(values);

const setup = record({
  code: text('setupCode', '設定コード'),
  url: text('setupUrl', '設定用のリンク'),
  endsAt: moment('setupDate', '設定コードの期限'),
});

export const registerStaff = write('Register', {
  isFresh: true,
  request: newStaff,
  reply: setup,
  log: { act: 'staff', subject, note: '登録' },
});

export const updateStaff = write('Update', {
  isFresh: true,
  request: record({ ...key, ...values, ...versionSent }),
  reply: record(versionAnswered),
  log: { act: 'staff', subject, note: '更新' },
});

const versionedKey = record({ ...key, ...versionSent });

export const stopStaff = write('Stop', {
  isFresh: true,
  request: versionedKey,
  reply: record(versionAnswered),
  log: { act: 'staff', subject, note: '停止' },
});

export const restartStaff = write('Restart', {
  isFresh: true,
  request: versionedKey,
  reply: record(versionAnswered),
  log: { act: 'staff', subject, note: '再開' },
});

export const issueStaffSetup = write('IssueSetup', {
  isFresh: true,
  request: record({ ...key, clearsTwoFactor: flag('isClearTwoFactor', '2段階認証の解除', YES, { empty: false }) }),
  reply: setup,
  log: { act: 'staff', subject, note: '設定コードの発行' },
});

export const unlockStaff = write('Unlock', {
  isFresh: true,
  request: record(key),
  log: { act: 'staff', subject, note: 'ロックの解除' },
});

export const endStaffSession = write('EndSession', {
  isFresh: true,
  request: record({ ...key, ...chosenSession }),
  reply: record(sessions),
  log: { act: 'staff', subject, note: '端末のログアウト' },
});

export const updatePolicy = write('UpdatePolicy', {
  isFresh: true,
  request: record({ isTwoFactorRequired, isOfManagers: ifSent(isOfManagers) }),
  log: { act: 'settings', subject: () => '職員アカウント' },
});
