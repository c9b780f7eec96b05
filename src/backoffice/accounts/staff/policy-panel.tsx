// The switches that ask everybody, or managers, for a second factor, and how far the staff has come with it.
import { send } from '#web/send.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Row } from '#web/ui/layout.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import { type listStaff, updatePolicy } from './contract.ts';
import styles from './policy-panel.module.css';

const WHAT_IT_MEANS = '未設定の職員は、次のログインで設定するまでほかの画面を使えません。';

const OF_MANAGERS = '未設定の管理者は、次のログインで設定するまでほかの画面を使えません。';

interface PolicyPanelProps {
  list: Reply<typeof listStaff>;
  onChanged(): void;
}

export function PolicyPanel({ list, onChanged }: PolicyPanelProps) {
  const { isTwoFactorRequired, isOfManagers, managersSince, twoFactorCount, activeCount } = list;
  const dialogs = useDialogs();
  const { isBusy, act } = useSave();

  const turnManagers = () =>
    act({
      ask: () =>
        isOfManagers
          ? dialogs.confirm('管理者に2段階認証を求めるのをやめますか？', {
              details: '2段階認証を設定していない管理者も、すべての画面を使えるようになります。',
              ok: 'やめる',
            })
          : dialogs.confirm('管理者に2段階認証を求めますか？', { details: OF_MANAGERS, ok: '求める' }),
      send: () => send(updatePolicy, { isTwoFactorRequired, isOfManagers: !isOfManagers }),
      done: onChanged,
      canRepeat: true,
    });

  const turn = () =>
    act({
      ask: () =>
        isTwoFactorRequired
          ? dialogs.confirm('2段階認証を求めるのをやめますか？', {
              details: '2段階認証を設定していない職員も、すべての画面を使えるようになります。',
              ok: 'やめる',
            })
          : dialogs.confirm('全員に2段階認証を求めますか？', { details: WHAT_IT_MEANS, ok: '求める' }),
      send: () => send(updatePolicy, { isTwoFactorRequired: !isTwoFactorRequired, isOfManagers: null }),
      done: onChanged,
      canRepeat: true,
    });

  return (
    <Row as="section" gap="4" lines="1" below="2" className={styles.panel} aria-label="2段階認証の方針">
      <Switch label="全員に2段階認証を求める" isOn={isTwoFactorRequired} disabled={isBusy} onPress={turn} />
      {!isTwoFactorRequired && (
        <Switch label="管理者に2段階認証を求める" isOn={isOfManagers} disabled={isBusy} onPress={turnManagers} />
      )}
      <span className={styles.meaning}>
        {WHAT_IT_MEANS}
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
