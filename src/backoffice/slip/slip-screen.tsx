// Slips as they come out of the printer, and the way there.
import { Navigate, useNavigate } from 'react-router';
import { PageHead } from '#web/page-head.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import { wantedSlips } from '../open-slips.ts';
import { openSlips } from './contract.ts';
import { sendInPortions } from './send-in-portions.ts';
import styles from './slip-screen.module.css';
import { SlipSheet } from './slip-sheet.tsx';

export function SlipScreen({ paths }: { paths: { home: string } }) {
  const { numbers, from } = wantedSlips.use();
  if (numbers.length === 0) return <Navigate to={paths.home} replace />;
  return <Slips numbers={numbers} back={from || paths.home} home={paths.home} />;
}

function Slips({ numbers, back, home }: { numbers: readonly number[]; back: string; home: string }) {
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const goBack = () => navigate(back);
  const { data } = useLoad(
    openSlips,
    { numbers: [...numbers] },
    goBack,
    (refusal) => dialogs.failure(refusal).then(goBack),
    sendInPortions,
  );
  if (!data) return <Loading />;
  const { slips, skipCount, ...printed } = data;
  return (
    <>
      <div className={styles.bar}>
        <PageHead
          title="受診票"
          crumbs={[{ label: 'TOP', to: home }, { label: '予約管理' }]}
          tools={
            <>
              <span>{slips.length} 枚</span>
              <Button kind="quiet" onClick={goBack}>
                戻る
              </Button>
              <Button kind="primary" onClick={() => window.print()}>
                <Icon name="print" />
                印刷 <kbd className={styles.key}>Ctrl+P</kbd>
              </Button>
            </>
          }
        />
        {skipCount > 0 && (
          <div className={styles.skipped}>
            <Notice>取消などの {skipCount} 件を除きました。</Notice>
          </div>
        )}
      </div>
      <div className={styles.pages}>
        {slips.map((slip) => (
          <SlipSheet key={slip.number} slip={slip} {...printed} />
        ))}
      </div>
    </>
  );
}
