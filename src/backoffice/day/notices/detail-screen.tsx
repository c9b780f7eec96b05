// A notice that was sent: how far it has come, whom to telephone, and what became of each mail.
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { PollingNotice } from '#backoffice/shared/polling-notice.tsx';
import { ReservationLink, type ReservationLinkProps } from '#backoffice/shared/reservation-link.tsx';
import { formatMinute, today } from '#domain/calendar/clock.ts';
import { noticeAt, OFFICE } from '#web/addresses.ts';
import { useKeyInAddress } from '#web/key-in-address.ts';
import { PageHead } from '#web/page-head.tsx';
import { useMay } from '#web/session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { EMPTY_MARK } from '#web/ui/empty-mark.ts';
import { Muted, Stack, Text } from '#web/ui/layout.tsx';
import { DoneLine, Loading, Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { GONE } from '#web/use-unsaved.ts';
import { CallList } from './call-list.tsx';
import { shortMoment, writeVisit } from './calls.ts';
import { type NoticeDetail, noticeKey } from './contract.ts';
import styles from './detail-screen.module.css';
import { CRUMBS, sentNotice } from './notice-parts.tsx';
import { PrintCalls } from './print-calls.tsx';
import { useNotice } from './use-notice.ts';

export function NoticeDetailScreen() {
  const named = useKeyInAddress(noticeKey);
  if (!named) return <Navigate to={OFFICE.notices} replace state={GONE} />;
  return <Opened key={named.noticeId} {...named} />;
}

const TITLE = '送った連絡';

function Opened({ noticeId }: { noticeId: string }) {
  const navigate = useNavigate();
  const may = useMay('reception');
  const { notice, polling, mark } = useNotice(noticeId, () => navigate(OFFICE.notices, { replace: true, state: GONE }));
  const [printedAt, setPrintedAt] = useState<string | null>(null);

  if (!notice) return <Loading />;
  if (printedAt !== null) {
    return (
      <PrintCalls notice={notice} printedAt={printedAt} crumbs={[...CRUMBS, TITLE]} onBack={() => setPrintedAt(null)} />
    );
  }

  const listed = {
    numbers: [...notice.calls, ...notice.mails].map(({ number }) => number),
    list: { name: TITLE, path: noticeAt(noticeId), rows: TITLE },
  };
  return (
    <>
      <PageHead
        title={TITLE}
        crumbs={CRUMBS}
        tools={
          notice.calls.length > 0 && (
            <Button kind="quiet" onClick={() => setPrintedAt(formatMinute(new Date()))} icon="print">
              電話連絡の一覧を印刷
            </Button>
          )
        }
      />
      <Outcome noticeId={noticeId} listed={listed} />
      <PollingNotice polling={polling} />
      <Head notice={notice} />
      <Stack gap="3" below="6">
        {notice.calls.length > 0 && (
          <Panel
            title="電話連絡"
            aside={
              <Muted as="span" data-hide="narrow">
                メールのない方と、メールが届かなかった方
              </Muted>
            }
            flush
          >
            <CallList calls={notice.calls} onMark={may ? mark : null} listed={listed} />
          </Panel>
        )}
        {notice.mails.length > 0 && (
          <Panel title="メール" flush>
            <Table
              caption="メールの一覧"
              columns={columnsOf(listed)}
              rows={notice.mails}
              rowKey={({ number }) => String(number)}
            />
          </Panel>
        )}
        {notice.body !== '' && (
          <details className={styles.body}>
            <summary>送った文面を見る</summary>
            <p>{notice.body}</p>
          </details>
        )}
      </Stack>
    </>
  );
}

function Outcome({ noticeId, listed }: { noticeId: string; listed: ReservationLinkProps['found'] }) {
  const sent = sentNotice.use();
  if (sent.noticeId !== noticeId) return null;
  const { mailCount, phoneCount, skipped } = sent;
  const counts = [mailCount > 0 && `メール ${mailCount} 人`, phoneCount > 0 && `電話連絡 ${phoneCount} 人`];
  return (
    <>
      <DoneLine>{`送信しました（${counts.filter(Boolean).join('、')}）。`}</DoneLine>
      {skipped.length > 0 && (
        <Notice below="2">
          {skipped.length} 件は送信していません。
          <ul>
            {skipped.map(({ number, name, sentence }) => (
              <li key={number}>
                <ReservationLink number={number} found={listed} />
                {`　${name && `${withNarrowBlanks(name)} 様　`}${sentence}`}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

function Head({ notice }: { notice: NoticeDetail }) {
  return (
    <Banner
      size="m"
      above="2"
      below="3"
      facts={[
        ['件名', notice.subject],
        ['宛先', notice.source || EMPTY_MARK],
        [
          '送信',
          <>
            {notice.at}
            <small>{notice.byName}</small>
          </>,
        ],
        ['メール', <Count key="mails" done={notice.sentCount} of={notice.mailCount} word="送信済" />],
        ['電話連絡', <Count key="calls" done={notice.calledCount} of={notice.phoneCount} word="連絡済" />],
      ]}
    />
  );
}

const Count = ({ done, of, word }: { done: number; of: number; word: string }) => (
  <>
    <Text as="span" size="xl" noBreak>
      {done} ／ {of}
    </Text>
    <small>{word}</small>
  </>
);

type Mailed = NoticeDetail['mails'][number];

const columnsOf = (listed: ReservationLinkProps['found']): readonly Column<Mailed>[] => [
  {
    label: '予約番号',
    text: ({ number }) => String(number),
    render: ({ number }) => <ReservationLink number={number} found={listed} />,
  },
  { label: '氏名', text: ({ name }) => withNarrowBlanks(name) },
  { label: '受診', text: writeVisit },
  { label: '宛先', text: ({ mail }) => mail },
  { label: '送信', text: ({ state }) => state, render: (mailed) => <State mailed={mailed} /> },
];

function State({ mailed: { state, outcome, sentAt } }: { mailed: Mailed }) {
  if (outcome === 'sent') {
    return (
      <Badge tone="done" icon="check">
        {`${state} ${shortMoment(sentAt, today(new Date()))}`}
      </Badge>
    );
  }
  if (outcome === 'failed') {
    return (
      <Badge tone="wrong" icon="alert">
        {state}　電話連絡に入れました
      </Badge>
    );
  }
  return state;
}
