// The staff's home: what waits for them, today and tomorrow, how full the month is, and a search by days.
import { type ReactNode, useEffect, useState } from 'react';
import { AddressPanel } from '#backoffice/setup/first-day/address-panel.tsx';
import { TopGuide } from '#backoffice/setup/first-day/top-guide.tsx';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { PENDING, searchAt } from '#backoffice/shared/open-search.ts';
import { ReservationLink } from '#backoffice/shared/reservation-link.tsx';
import { describeShortenings } from '#backoffice/shared/shortenings.ts';
import { formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import { dateParts } from '#domain/calendar/plain-date.ts';
import { MAIL_KIND_WORDS } from '#domain/mail/mail-kinds.ts';
import { type ReservationStatus, STATUS_WORDS } from '#domain/reservation/reservation-status.ts';
import { OFFICE } from '#web/addresses.ts';
import { forgetGuide } from '#web/master-screens/back-to-guide.tsx';
import { PageHead } from '#web/page-head.tsx';
import { officeSession, useMay } from '#web/session.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { Grid, Row, Stack, Text } from '#web/ui/layout.tsx';
import { Link } from '#web/ui/link.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import type { Reply } from '#wire/call.ts';
import { openStatus } from './contract.ts';
import { NearDays } from './near-days.tsx';
import { StatusCalendar } from './status-calendar.tsx';
import styles from './status-screen.module.css';
import { SummarySearch } from './summary-search.tsx';

type Status = Reply<typeof openStatus>;

export function StatusScreen() {
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
      <div className={styles.guide} data-hide="print">
        <TopGuide isReady={data !== null} newness={String(round)} />
      </div>
      {data && (
        <Grid columns="1" className={styles.page} data-paper="landscape">
          <Stack gap="3">
            <Outstanding counts={data} />
            <Tiles counts={data} />
            {data.waitingMailCount > 0 && (
              <Notice>
                <b>送信できていないメールが {written(data.waitingMailCount)} 件あります</b>
                {`（${data.waitingMailSince}から）。メールサーバーにつながらないか、受け取られていません。自動で再送しますが、続くときは${INFORM}`}
              </Notice>
            )}
            <FailedMails status={data} />
            {data.isNobodyInvited && <Notice>住所が未登録のため、予約促進メールを送信していません。</Notice>}
            {retentionSentences(data).map((sentence) => (
              <Notice key={sentence}>
                {sentence}
                <Link to={OFFICE.privacy}>個人情報の取り扱い</Link>
              </Notice>
            ))}
            {[...warningsOf(data)].map((sentence) => (
              <Notice key={sentence}>{sentence}</Notice>
            ))}
            <NearDays days={data.near} frames={data.frames} />
          </Stack>
          <StatusCalendar className={styles.calendar} current={data} />
          <SummarySearch className={styles.search} years={data.years} all={data.results} />
          {data.examineeUrl && <AddressPanel className={styles.address} data-hide="print" url={data.examineeUrl} />}
        </Grid>
      )}
    </>
  );
}

function Head({ now, onRefresh }: { now: Status['now']; onRefresh(): void }) {
  const { year, month, day, hour, minute } = now;
  return (
    <PageHead
      title="予約状況照会"
      tools={
        <>
          <span className={styles.now} role="status">
            {formatOfficeDay(`${year}-${month}-${day}`)} {Number(hour)}:{minute} 現在
          </span>
          <Button kind="plain" onClick={onRefresh} icon="refresh">
            最新にする
          </Button>
        </>
      }
    />
  );
}

const INFORM = 'システムの管理担当者にお知らせください。';

/** What managers are warned of; most of it is the provider's to mend, and theirs to ask for. */
function* warningsOf(status: Status): Generator<string> {
  const { backupSince, isBackupPlain, postgresqlReleased } = status;
  if (backupSince) yield `${backupSince}以降、データのバックアップが作成されていません。${INFORM}`;
  if (isBackupPlain) yield `毎晩のバックアップが暗号化されていません。${INFORM}`;
  if (postgresqlReleased) {
    yield `付属のデータベース（PostgreSQL、${postgresqlReleased}公開）が古くなっています。安全のための更新について、${INFORM}`;
  }
}

/** Before anything is kept for a shorter time; where it can be settled otherwise stands beside it. */
function retentionSentences(status: Status): string[] {
  const { anonymiseFrom, reserveYears } = status;
  const first = `${anonymiseFrom}から、受診日から${reserveYears}年を過ぎた予約データを匿名化します。`;
  return [...(anonymiseFrom === '' ? [] : [first]), ...describeShortenings(status)];
}

function Outstanding({ counts }: { counts: Status }) {
  const entry = (status: ReservationStatus, icon: 'plus' | 'swap' | 'close', count: number) => (
    <li>
      <Link to={searchAt({ statuses: [status] })} data-none={count === 0 ? '' : undefined}>
        <Row as="span" wrap={false} gap="1" noBreak className={styles.name}>
          <Icon name={icon} />
          {STATUS_WORDS[status]}
        </Row>
        <span className={styles.count}>
          <b>{count.toLocaleString('ja-JP')}</b> 件
        </span>
        <Icon name="right" hide="narrow print" />
      </Link>
    </li>
  );
  return (
    <section aria-label="未確認の予約">
      <Grid as="ul" columns="3" className={classes(styles.tiles, styles.outstanding)}>
        {entry('new', 'plus', counts.newCount)}
        {entry('changed', 'swap', counts.changeCount)}
        {entry('cancelled', 'close', counts.cancelCount)}
      </Grid>
    </section>
  );
}

/** The server counts one more than this, and stops. */
const [MOST, MOST_TO_SEND] = [9_999, 999];

const written = (count: number) => count.toLocaleString('ja-JP');

function Tiles({ counts: { csvCount, sendCount, arrivedCount, todayCount } }: { counts: Status }) {
  const { isSending } = officeSession.use();
  return (
    <section aria-label="CSV未出力と当日受付">
      <ul className={classes(styles.tiles, styles.day)}>
        {csvCount !== null && (
          <Tile icon="save" label="CSV未出力" to={searchAt({ downloadStatuses: PENDING })}>
            {csvCount === 0 ? 'なし' : <CappedCount count={csvCount} most={MOST} />}
          </Tile>
        )}
        <Tile icon="check" label="当日受付" to={OFFICE.reception}>
          <b>{written(arrivedCount)}</b> ／ {written(todayCount)} 名
        </Tile>
        {isSending && (
          <Tile icon="mail" label="発送" to={OFFICE.sendings}>
            {sendCount === 0 ? 'なし' : <CappedCount count={sendCount} most={MOST_TO_SEND} />}
          </Tile>
        )}
      </ul>
    </section>
  );
}

function CappedCount({ count, most }: { count: number; most: number }) {
  return (
    <>
      <b>{written(Math.min(count, most))}</b> {count > most ? '件以上' : '件'}
    </>
  );
}

function Tile({ icon, label, to, children }: { icon: IconName; label: string; to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to}>
        <Icon name={icon} />
        <span>{label}</span>
        <span className={styles.tilesCount}>{children}</span>
        <Icon name="right" hide="narrow print" />
      </Link>
    </li>
  );
}

function FailedMails({ status: { failedMailCount: count, failedMails: mails } }: { status: Status }) {
  const mayResend = useMay('reception');
  if (count === 0) return null;

  return (
    <section aria-label="届けられなかったメール">
      <Notice>
        <p>
          <b>届けられなかったメールが {count.toLocaleString('ja-JP')} 件あります。</b>
          {mayResend && '予約の画面で再送できます。'}
        </p>
        <Text as="ul" above="1">
          {mails.map(({ mailId, number, name, mail, kind, writtenOn }) => {
            const { month, day } = dateParts(writtenOn);
            return (
              <Row as="li" gap="3" lines="0" key={mailId}>
                <span>{`${month}/${day} ${MAIL_KIND_WORDS[kind]}`}</span>
                {number === 0 ? (
                  <span>{mail}</span>
                ) : (
                  <ReservationLink number={number}>{`${withNarrowBlanks(name)} ${number}`}</ReservationLink>
                )}
              </Row>
            );
          })}
        </Text>
        {count > mails.length && <p>{`ほか ${(count - mails.length).toLocaleString('ja-JP')} 件`}</p>}
      </Notice>
    </section>
  );
}
