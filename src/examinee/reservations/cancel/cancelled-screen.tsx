// The reservation is cancelled: what the course asks people to know now. It is reported as done whatever becomes of these lines.
import { Navigate, useLocation, useNavigate } from 'react-router';
import { Card, CardBody } from '#examinee/parts/card.tsx';
import { Bullets } from '#examinee/parts/texts.tsx';
import { EXAMINEE } from '#web/addresses.ts';
import { ExamineePage } from '#web/examinee-page.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useLoad } from '#web/use-load.ts';
import { openCancelled } from './contract.ts';

export function CancelledScreen() {
  // Which one it was belongs to this page: another may have been looked at since.
  const { state }: { state: { cancelled?: number } | null } = useLocation();
  const cancelled = state?.cancelled;
  return cancelled === undefined ? (
    <Navigate to={EXAMINEE.myPage} replace />
  ) : (
    <Cancelled number={cancelled} myPage={EXAMINEE.myPage} />
  );
}

function Cancelled({ number, myPage }: { number: number; myPage: string }) {
  const navigate = useNavigate();
  const { data } = useLoad(openCancelled, { number }, { isQuiet: true });
  const notes = data?.notes ?? [];

  return (
    <ExamineePage title="キャンセル完了" lead={`予約番号 ${number} のキャンセルを受け付けました。`} layout="narrow">
      {notes.length > 0 && (
        <Card aria-labelledby="notes">
          <CardBody>
            <h2 id="notes">ご案内</h2>
            <Bullets lines={notes} />
          </CardBody>
        </Card>
      )}
      <Button kind="primary" onClick={() => navigate(myPage, { replace: true })}>
        マイページへ戻る
        <Icon name="right" />
      </Button>
    </ExamineePage>
  );
}
