// Slips as they come out of the printer, and the way there.

import { Navigate, useNavigate } from 'react-router';
import { wantedSlips } from '#backoffice/shared/open-slips.ts';
import { PrintPage } from '#backoffice/shared/print-page.tsx';
import { OFFICE } from '#web/addresses.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Loading } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import { openSlips } from './contract.ts';
import { sendInPortions } from './send-in-portions.ts';
import { SlipSheet } from './slip-sheet.tsx';

export function SlipScreen() {
  const { numbers, from } = wantedSlips.use();
  if (numbers.length === 0) return <Navigate to={OFFICE.home} replace />;
  return <Slips numbers={numbers} back={from || OFFICE.home} home={OFFICE.home} />;
}

function Slips({ numbers, back, home }: { numbers: readonly number[]; back: string; home: string }) {
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const goBack = () => navigate(back);
  const { data } = useLoad(
    openSlips,
    { numbers: [...numbers] },
    {
      onMissing: goBack,
      onRefused: (refusal) => void dialogs.failure(refusal).then(goBack),
      ask: sendInPortions,
    },
  );
  if (!data) return <Loading />;
  const { slips, skipCount, ...printed } = data;
  return (
    <PrintPage
      title="受診票"
      crumbs={[{ label: 'TOP', to: home }, { label: '予約管理' }]}
      aside={<span>{slips.length} 枚</span>}
      notice={skipCount > 0 && `取消などの ${skipCount} 件を除きました。`}
      onBack={goBack}
    >
      {slips.map((slip) => (
        <SlipSheet key={slip.number} slip={slip} {...printed} />
      ))}
    </PrintPage>
  );
}
