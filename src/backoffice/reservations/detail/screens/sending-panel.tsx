// What is sent for the visit: when it is due or what has become of it, and what staff can record of it.
import { markSendings, openSendings, type Sending, type SendingMark } from '#backoffice/shared/contract-sendings.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { isLive } from '#domain/reservation/reservation-status.ts';
import { OFFICE } from '#web/addresses.ts';
import { send } from '#web/send.ts';
import { useMay } from '#web/session.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Row, Stack, Text } from '#web/ui/layout.tsx';
import { Link } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useLoad } from '#web/use-load.ts';
import { useSave } from '#web/use-save.ts';
import type { Reservation } from './words.ts';

export function SendingPanel({ data: { number, status, sendingStatus, version } }: { data: Reservation }) {
  const dialogs = useDialogs();
  const may = useMay('reception');
  const { isBusy, act } = useSave();
  const question = sendingStatus === 'none' ? null : { until: null, chip: null, numbers: [number] };
  const { data, reload } = useLoad(openSendings, question, { isQuiet: true, freshness: version });
  const [sending] = data?.rows ?? [];
  if (!data || !sending || sending.status === 'none') return null;

  const mark = (to: SendingMark) =>
    act({
      canRepeat: to !== 'back',
      send: () => send(markSendings, { numbers: [number], mark: to, on: data.today }),
      done: ({ results: [result] }) => (result?.sentence ? dialogs.inputError([result.sentence]) : reload()),
    });
  const button = (to: SendingMark, label: string) => (
    <Button disabled={isBusy} onClick={() => mark(to)}>
      {label}
    </Button>
  );
  const isUnsent = sending.status !== 'sent';
  return (
    <Panel title="発送" aside={<Link to={OFFICE.sendings}>発送の一覧</Link>}>
      <Stack gap="2">
        <p>{describeSending(sending, data.sendingName)}</p>
        {sending.addressMessage && <Text tone="wrong">{sending.addressMessage}</Text>}
        {may && (
          <Row gap="2" data-hide="print">
            {isUnsent && isLive(status) && button('sent', '発送済みにする')}
            {!isUnsent && button('returned', '戻ってきた')}
            {sending.sentOn && button('back', '記録を取り消す')}
          </Row>
        )}
      </Stack>
    </Panel>
  );
}

/** 検査キット（東丘ドック）　2026/11/18 発送（佐藤） */
function describeSending({ status, partNames, dueDate, sentOn, sentBy, returnedOn }: Sending, name: string): string {
  const sent = sentOn ? `${formatOfficeDate(sentOn)} 発送（${sentBy}）` : '';
  const returned = returnedOn ? `${formatOfficeDate(returnedOn)} 戻り` : '';
  const due = status === 'sent' ? '' : `発送予定日 ${formatOfficeDate(dueDate)}`;
  return [`${name}（${partNames.join('・')}）`, sent, returned, due].filter(Boolean).join('　');
}
