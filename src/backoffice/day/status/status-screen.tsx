// The staff's home: what waits for them, today and tomorrow, how full the month is, and a search by days.

import { type ComponentType, useEffect, useState } from 'react';
import { formatOfficeDay } from '#domain/calendar/office-dates.ts';
import { OFFICE } from '#web/addresses.ts';
import { forgetGuide } from '#web/master-screens/back-to-guide.tsx';
import { PageHead } from '#web/page-head.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Grid, Stack } from '#web/ui/layout.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import type { Reply } from '#wire/call.ts';
import { BackupNotices } from './backup-notices.tsx';
import { openStatus } from './contract.ts';
import { FailedMails, WaitingMails } from './failed-mails.tsx';
import { NearDays } from './near-days.tsx';
import { Outstanding } from './outstanding.tsx';
import { RetentionNotice } from './retention-notice.tsx';
import { StatusCalendar } from './status-calendar.tsx';
import styles from './status-screen.module.css';
import { SummarySearch } from './summary-search.tsx';
import { Tiles } from './tiles.tsx';

interface StatusScreenProps {
  /** The guide through the first day, which loads what it shows while the page does. */
  Guide: ComponentType<{ isReady: boolean; newness: string }>;
  AddressPanel: ComponentType<{ url: string; sheet: string; className?: string }>;
}

export function StatusScreen({ Guide, AddressPanel }: StatusScreenProps) {
  const { data, reload } = useLoad(openStatus, {});
  const [round, setRound] = useState(0);
  useEffect(forgetGuide, []);

  function refresh() {
    reload();
    setRound(round + 1);
  }

  return (
    <>
      {data ? <Head now={data.now} onRefresh={refresh} /> : <Loading />}
      <div className={styles.guide}>
        <Guide isReady={data !== null} newness={String(round)} />
      </div>
      {data && (
        <Grid columns="1" className={styles.page} data-paper="landscape">
          <Stack gap="3">
            <Outstanding counts={data} />
            <Tiles counts={data} />
            <WaitingMails waiting={data} />
            <FailedMails failed={data} />
            {data.isNobodyInvited && <Notice>住所が未登録のため、予約促進メールを送信していません。</Notice>}
            <RetentionNotice told={data} privacy={OFFICE.privacy} />
            <BackupNotices backups={data} />
            {data.postgresqlReleased && (
              <Notice>{`付属のデータベース（PostgreSQL、${data.postgresqlReleased}公開）が古くなっています。安全のための更新について、システムの管理担当者にお知らせください。`}</Notice>
            )}
            <NearDays days={data.near} frames={data.frames} />
          </Stack>
          <StatusCalendar className={styles.calendar} current={data} />
          <SummarySearch className={styles.search} years={data.years} all={data.results} />
          {data.examineeUrl && <AddressPanel className={styles.address} url={data.examineeUrl} sheet={OFFICE.sheet} />}
        </Grid>
      )}
    </>
  );
}

function Head({ now, onRefresh }: { now: Reply<typeof openStatus>['now']; onRefresh(): void }) {
  const { year, month, day, hour, minute } = now;
  return (
    <PageHead
      title="予約状況照会"
      crumbs={[]}
      tools={
        <>
          <span className={styles.now} role="status">
            {formatOfficeDay(`${year}-${month}-${day}`)} {Number(hour)}:{minute} 現在
          </span>
          <Button kind="plain" onClick={onRefresh}>
            <Icon name="refresh" />
            最新にする
          </Button>
        </>
      }
    />
  );
}
