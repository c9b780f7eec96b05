// The staff's home: what waits for them, today and tomorrow, how full the month is, and a search by days.
import { slashedDay } from '#domain/calendar/office-dates.ts';
import { PageHead } from '#web/page-head.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import type { Reply } from '#wire/call.ts';
import { openStatus } from './contract.ts';
import { FailedMails } from './failed-mails.tsx';
import { NearDays } from './near-days.tsx';
import { Outstanding } from './outstanding.tsx';
import { StatusCalendar } from './status-calendar.tsx';
import styles from './status-screen.module.css';
import { SummarySearch } from './summary-search.tsx';
import { Tiles } from './tiles.tsx';
import { ToldFirst } from './told-first.tsx';

interface StatusPaths {
  privacy: string;
  firstDay: string;
  search: string;
  reception: string;
  detail: string;
}

export function StatusScreen({ paths }: { paths: StatusPaths }) {
  const { data, reload } = useLoad(openStatus, {});
  return data ? <Status paths={paths} data={data} onRefresh={reload} /> : <Loading />;
}

interface StatusProps {
  paths: StatusPaths;
  data: Reply<typeof openStatus>;
  onRefresh(): void;
}

function Status({ paths, data, onRefresh }: StatusProps) {
  const { year, month, day, hour, minute } = data.now;
  return (
    <>
      <PageHead
        title="予約状況照会"
        crumbs={[]}
        tools={
          <>
            <span className={styles.now} role="status">
              {slashedDay(`${year}-${month}-${day}`)} {Number(hour)}:{minute} 現在
            </span>
            <Button kind="plain" onClick={onRefresh}>
              <Icon name="refresh" />
              最新にする
            </Button>
          </>
        }
      />
      <div className={styles.page}>
        <div className={styles.first}>
          <Outstanding counts={data} paths={paths} />
          <Tiles counts={data} paths={paths} />
          <FailedMails failed={data} paths={paths} />
          {data.isNobodyInvited && <Notice>住所が未登録のため、予約促進メールを送信していません。</Notice>}
          <ToldFirst told={data} privacy={paths.privacy} />
          <NearDays days={data.near} frames={data.frames} paths={paths} />
        </div>
        <StatusCalendar className={styles.calendar} current={data} paths={paths} />
        <SummarySearch className={styles.search} years={data.years} all={data.results} />
      </div>
    </>
  );
}
