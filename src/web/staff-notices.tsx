// What was done to the own account since the last log-in: it lies over the office until it is acknowledged.
import { acknowledgeNotices, listNotices, NOTICE_WORDS } from '#account/contract-notices.ts';
import { Stack } from '#web/ui/layout.tsx';
import { send } from './send.ts';
import { officeSession } from './session.ts';
import styles from './staff-notices.module.css';
import { Button } from './ui/button.tsx';
import { ModalBox } from './ui/dialog-box.tsx';
import { useLoad } from './use-load.ts';
import { useSave } from './use-save.ts';

export function StaffNotices() {
  const { data } = useLoad(listNotices, {});
  const { isBusy, act } = useSave();
  if (!data) return null;
  const acknowledge = () =>
    act({
      send: () => send(acknowledgeNotices, { noticeIds: data.notices.map(({ noticeId }) => noticeId) }),
      done: () => officeSession.set({ noticeCount: 0 }),
      canRepeat: true,
    });
  return (
    <ModalBox
      title="アカウントのお知らせ"
      onClose={null}
      buttons={[
        <Button key="seen" kind="primary" data-focus="" disabled={isBusy} onClick={acknowledge}>
          確認しました
        </Button>,
      ]}
    >
      <p>前回のログインのあと、あなたのアカウントに次のことがありました。</p>
      <Stack as="ul" gap="3" className={styles.notices}>
        {data.notices.map(({ noticeId, at, kind, note, byName, address }) => (
          <li key={noticeId}>
            <b>{NOTICE_WORDS[kind]}</b>
            <span>{[at, note, byName && `行った職員：${byName}`, address].filter(Boolean).join('　')}</span>
          </li>
        ))}
      </Stack>
      <p>
        心当たりがないときは、「自分のアカウント」でほかの端末をログアウトし、パスワードを変更して、管理者に知らせてください。
      </p>
    </ModalBox>
  );
}
