// The notices that were sent, the newest first, and which of them still have somebody to telephone.
import { useLocation } from 'react-router';
import { noticeAt, OFFICE } from '#web/addresses.ts';
import { isNoticeBegun } from '#web/open-notice.ts';
import { PageHead } from '#web/page-head.tsx';
import { useMay } from '#web/session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyBox } from '#web/ui/empty-box.tsx';
import { EMPTY_MARK } from '#web/ui/empty-mark.ts';
import { Muted, Stack } from '#web/ui/layout.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { useLoad } from '#web/use-load.ts';
import { listNotices, MOST_NOTICES, type NoticeRow } from './contract.ts';
import { HowToBegin, sentNotice, TITLE } from './notice-parts.tsx';

const of = (count: number, all: number) => (all === 0 ? EMPTY_MARK : `${count}／${all}`);

function Calls({ calledCount, phoneCount }: NoticeRow) {
  const text = of(calledCount, phoneCount);
  return calledCount < phoneCount ? <Badge tone="todo">{text}</Badge> : text;
}

const COLUMNS: readonly Column<NoticeRow>[] = [
  { label: '日時', text: ({ at }) => at, cut: 14 },
  { label: '件名', text: ({ subject }) => subject, cut: 36 },
  { label: '宛先', text: ({ source }) => source, cut: 20 },
  { label: '送信した人', text: ({ byName }) => byName, cut: 12 },
  { label: 'メール', text: ({ sentCount, mailCount }) => of(sentCount, mailCount), align: 'number' },
  {
    label: '電話',
    text: ({ calledCount, phoneCount }) => of(calledCount, phoneCount),
    render: (row) => <Calls {...row} />,
    align: 'number',
  },
];

export function NoticeListScreen() {
  const { state } = useLocation();
  const may = useMay('reception');
  const { data } = useLoad(listNotices, {});

  return (
    <>
      <PageHead title={TITLE} crumbs={['予約管理']} />
      <Stack gap="2" below="3">
        {state?.gone && <Notice>選択された一斉連絡が見つかりません。</Notice>}
        {may && <HowToBegin />}
        {may && isNoticeBegun() && (
          <Notice>
            書きかけの連絡があります。<LinkButton to={OFFICE.newNotice}>続きを書く</LinkButton>
          </Notice>
        )}
      </Stack>
      {!data ? (
        <Loading />
      ) : data.notices.length === 0 ? (
        <EmptyBox text="一斉連絡はまだありません。" isWide />
      ) : (
        <>
          <Table
            caption="一斉連絡の一覧"
            columns={COLUMNS}
            rows={data.notices}
            rowKey={({ noticeId }) => noticeId}
            buttons={(row) => (
              <LinkButton
                to={noticeAt(row.noticeId)}
                aria-label={`詳細（${row.at} ${row.subject}）`}
                // What sending one has reported is out of date.
                onFollow={sentNotice.clear}
              >
                詳細
              </LinkButton>
            )}
          />
          {data.notices.length >= MOST_NOTICES && (
            <Muted above="3">新しいものから {MOST_NOTICES} 件を表示しています。</Muted>
          )}
        </>
      )}
    </>
  );
}
