// The screen about a reservation: its head with the way to its neighbours, the key facts, and the panels below.

import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { AmendDialog } from '#backoffice/reservations/amend/amend-dialog.tsx';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { openLabelsOf, STARTED, startPhoneBooking } from '#backoffice/shared/open-screens.ts';
import { resultContext, useBackLink } from '#backoffice/shared/reservation-link.tsx';
import { SamePersonPanel } from '#backoffice/shared/same-person-panel.tsx';
import { today } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { addDays } from '#domain/calendar/plain-date.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { ANONYMISED, isLive, MOST_DAYS_BACK, ORIGIN_WORDS } from '#domain/reservation/reservation-status.ts';
import { OFFICE, personAt, reservationAt, slipAt } from '#web/addresses.ts';
import { PageHead } from '#web/page-head.tsx';
import { useMay } from '#web/session.ts';
import { Badge, StatusBadge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { DoneLine, Notice } from '#web/ui/notice.tsx';
import { usePrinting } from '#web/ui/print-sheet.tsx';
import { type Reservation, writeDay } from './change.ts';
import { ConfirmedLine, type ConfirmedOne, useQueuePlace } from './confirm-next.tsx';
import { ClientPanel, CoursePanel, type MailConsentReply, PersonPanel, RemarksPanel } from './fact-panels.tsx';
import { HistoryPanel, MailsPanel, ReceptionPanel, SendingPanel } from './log-panels.tsx';
import styles from './reservation-view.module.css';
import { MemoText, NoteText } from './staff-text.tsx';

export interface ViewProps {
  data: Reservation;
  confirmed: ConfirmedOne | null;
  amended: string | null;
  onAmended(sentence: string): void;
  /** A mail that could not be delivered is to be sent once more; null for who may not. */
  onResend: ((mailId: string) => void) | null;
  onMailConsent(consent: MailConsentReply): void;
}

interface Editing {
  editing?: ReactNode;
  note?: ReactNode;
  memo?: ReactNode;
  person?: ReactNode;
}

/** More options than that have the whole width of the paper, and a line each. */
const MOST_IN_HALF = 12;

/** Without anything to edit, it only shows. */
export function ReservationView(props: ViewProps & Editing) {
  const { data, confirmed, amended, onAmended, onResend, onMailConsent, editing } = props;
  const shown = {
    note: <NoteText text={data.note} />,
    memo: <MemoText text={data.staffMemo} />,
    person: <PersonPanel data={data} onMailConsent={onMailConsent} />,
  };
  const { note, memo, person } = { ...shown, ...props };
  const isManager = useMay('manager');
  const back = useBackLink();
  // Paper shows the reservation as it is stored; what is being typed stays on the screen.
  const isPrinting = usePrinting();
  return (
    <>
      <PageHead
        title="予約内容の確認・変更"
        crumbs={['予約管理', { label: back.name, to: back.path }]}
        tools={
          <>
            <Neighbours data={data} />
            {isManager && !data.isAnonymous && <LinkButton to={personAt(data.number)}>この方のデータ</LinkButton>}
            <PrintLinks data={data} />
            <ChangeTools data={data} onAmended={onAmended} />
            {!editing && (
              <LinkButton kind="quiet" to={back.path}>
                戻る
              </LinkButton>
            )}
          </>
        }
      />
      {amended && <DoneLine>{amended}</DoneLine>}
      {confirmed && <ConfirmedLine one={confirmed} />}
      <KeyFacts data={data} isWhole={isPrinting} />
      <Links data={data} />
      <div className={styles.columns} data-long={data.options.length > MOST_IN_HALF ? '' : undefined}>
        <Stack gap="3" className={styles.column}>
          <div className={styles.onScreen} data-hide="print">
            {editing}
          </div>
          <ClientPanel data={data} />
        </Stack>
        <Stack gap="3" className={styles.column}>
          <div className={styles.onScreen} data-hide="print">
            {note}
          </div>
          {isPrinting && shown.note}
          <div className={styles.onScreen} data-hide="print">
            {memo}
          </div>
          {isPrinting && shown.memo}
          <CoursePanel data={data} />
          <ReceptionPanel data={data} path={OFFICE.reception} />
          {!data.isAnonymous && <SendingPanel data={data} />}
          <HistoryPanel entries={data.history} />
          <MailsPanel mails={data.mails} onResend={onResend} />
        </Stack>
        <Stack gap="3" className={styles.column}>
          <div className={styles.onScreen} data-hide="print">
            {person}
          </div>
          {isPrinting && shown.person}
          <RemarksPanel text={data.remarks} />
        </Stack>
        {/* Last, and below the first column where there are several: it comes after the page, and moves nothing. */}
        {!data.isAnonymous && (
          <SamePersonPanel asked={data} fiscalYear={fiscalYearOf(data.visitDate)} newness={data.version} />
        )}
      </div>
    </>
  );
}

/** In the place of this one, so that Back leads to the list. */
function Neighbours({ data }: Pick<ViewProps, 'data'>) {
  const { number } = data;
  const place = useQueuePlace(data);
  const navigate = useNavigate();
  const { numbers, isWhole, list } = resultContext.use();
  const at = numbers.indexOf(number);
  if (at < 0) return null;
  const step = (to: number | undefined, name: string, icon: 'left' | 'right') => (
    <Button disabled={to === undefined} onClick={() => to && navigate(reservationAt(to), { replace: true })}>
      {icon === 'left' && <Icon name="left" />}
      {name}
      {icon === 'right' && <Icon name="right" />}
    </Button>
  );
  return (
    <Row gap="2" data-hide="print">
      <span>
        {place ??
          `${list?.rows ?? '抽出結果'} ${(at + 1).toLocaleString('ja-JP')} / ${numbers.length.toLocaleString('ja-JP')} 件`}
        {!isWhole && '（読み込み途中）'}
      </span>
      <Row as="span" wrap={false} gap="2">
        {step(numbers[at - 1], '前へ', 'left')}
        {step(numbers[at + 1], '次へ', 'right')}
      </Row>
    </Row>
  );
}

/** Whole: also what stands among what can be edited otherwise. */
function KeyFacts({ data, isWhole }: { data: Reservation; isWhole: boolean }) {
  const person = (
    <>
      {withNarrowBlanks(data.name)}
      <small>{withNarrowBlanks(data.kana)}</small>
      <small>
        {SEX_WORDS[data.sex]}・{data.age}歳
      </small>
    </>
  );
  const status = (
    <>
      <StatusBadge status={data.status} />
      <small>{ORIGIN_WORDS[data.origin]}</small>
      {data.method === 'desired' && <small>希望予約</small>}
      {data.cancelReason && <small>取消の理由：{data.cancelReason}</small>}
      {data.isAnonymous && (
        <small>
          <Badge tone="over">匿名化済み</Badge>
        </small>
      )}
    </>
  );
  return (
    <Banner
      facts={[
        ['予約番号', data.number],
        ['受診者', person],
        ...(isWhole && data.patientNumber ? [['患者番号', data.patientNumber] as const] : []),
        ['受診日', `${writeDay(data.visitDate)} ${data.startTime}`],
        ['コース', data.course.name],
        ['現在の予約状況', status],
      ]}
    />
  );
}

function Links({ data }: Pick<ViewProps, 'data'>) {
  const open = (number: number) => (
    <LinkButton kind="link" to={reservationAt(number)}>
      予約番号 {number} を開く
    </LinkButton>
  );
  if (data.isAnonymous) return <Notice above="3">{ANONYMISED}</Notice>;
  if (data.replacedBy > 0) {
    return <Notice above="3">この予約は変更されたため、編集できません。{open(data.replacedBy)}</Notice>;
  }
  if (data.replaces > 0) return <Notice above="3">変更によって登録された予約です。{open(data.replaces)}</Notice>;
  return null;
}

/** The ways to a reservation's slip and labels, as long as somebody may come with them. */
function PrintLinks({ data: { number, status, isAnonymous } }: { data: Reservation }) {
  if (!isLive(status) || isAnonymous) return null;
  return (
    <>
      <LinkButton to={slipAt(number)}>受診票</LinkButton>
      <LinkButton to={OFFICE.labels} onFollow={() => openLabelsOf([number], reservationAt(number))}>
        ラベル
      </LinkButton>
    </>
  );
}

interface ChangeToolsProps {
  data: Reservation;
  onAmended(sentence: string): void;
}

/** Of what stands: from the day of the visit on its options on its number, and as long as nobody has come, another one in its place. */
function ChangeTools({ data, onAmended }: ChangeToolsProps) {
  const mayChange = useMay('reception');
  const [isAmending, setAmending] = useState(false);
  const { number, status, visitDate, reception, isAnonymous } = data;
  if (!mayChange || !visitDate || !isLive(status) || isAnonymous) return null;
  const now = today(new Date());
  const hasBegun = visitDate <= now;
  const isAmendable = hasBegun && visitDate >= addDays(now, -MOST_DAYS_BACK) && reception !== 'no_show';
  return (
    <>
      {isAmendable && <Button onClick={() => setAmending(true)}>オプションを変更</Button>}
      {visitDate >= now && reception !== 'arrived' && (
        <PhoneChange number={number} label={hasBegun ? 'コースを変更（新しい番号）' : 'コース・オプションを変更'} />
      )}
      {isAmending && (
        <AmendDialog
          number={number}
          onClose={() => setAmending(false)}
          onDone={(sentence) => {
            setAmending(false);
            onAmended(sentence);
          }}
        />
      )}
    </>
  );
}

function PhoneChange({ number, label }: { number: number; label: string }) {
  return (
    <LinkButton
      to={OFFICE.phoneBooking}
      state={STARTED}
      icon="phone"
      onFollow={() => startPhoneBooking({ personOf: number, replaces: number })}
    >
      {label}
    </LinkButton>
  );
}
