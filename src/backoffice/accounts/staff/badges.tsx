// What an account is at the moment, in words and colours: its state, its second factor.
import { Badge } from '#web/ui/badge.tsx';
import { EMPTY_MARK } from '#web/ui/empty-mark.ts';
import type { Reply } from '#wire/call.ts';
import type { listStaff } from './contract.ts';

export type StaffRow = Reply<typeof listStaff>['rows'][number];

export const STATES = { active: '有効', settingUp: '初期設定待ち', locked: 'ロック中', stopped: '停止中' } as const;

const STATE_LOOKS = {
  active: { tone: 'done', icon: 'check' },
  settingUp: { tone: 'todo', icon: 'clock' },
  locked: { tone: 'wrong', icon: 'lock' },
  stopped: { tone: 'over', icon: 'off' },
} as const;

export function StateBadge({ state }: { state: StaffRow['state'] }) {
  return <Badge {...STATE_LOOKS[state]}>{STATES[state]}</Badge>;
}

const FACTORS = { app: '認証アプリ', passkey: 'パスキー', both: '認証アプリ＋パスキー' } as const;

/** Of managers also while it is yet to come. */
export const isFactorRequired = (
  policy: { isTwoFactorRequired: boolean; isOfManagers: boolean },
  { role }: Pick<StaffRow, 'role'>,
) => policy.isTwoFactorRequired || (policy.isOfManagers && role === 'manager');

type Factors = Pick<StaffRow, 'twoFactor' | 'state'>;

/** Under the policy, having none is something that is still to be done, unless the account is stopped. */
const isToDo = ({ twoFactor, state }: Factors, isRequired: boolean) =>
  twoFactor === 'none' && isRequired && state !== 'stopped';

export function describeFactors(row: Factors, isRequired: boolean): string {
  if (row.twoFactor !== 'none') return FACTORS[row.twoFactor];
  return isToDo(row, isRequired) ? '未設定' : 'なし';
}

export function FactorBadge({ row, isRequired }: { row: Factors; isRequired: boolean }) {
  const words = describeFactors(row, isRequired);
  return isToDo(row, isRequired) ? (
    <Badge tone="todo" icon="alert">
      {words}
    </Badge>
  ) : (
    words
  );
}

export const formatMoment = (moment: string) => moment.slice(0, 16) || EMPTY_MARK;
