// The phone booking: one page, three columns, one button.
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type PhoneBookingStart, phoneBookingStart } from '#backoffice/shared/open-screens.ts';
import { formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import { ActionBar } from '#web/action-bar.tsx';
import { OFFICE, reservationAt } from '#web/addresses.ts';
import { SaveButton } from '#web/master-screens/save-button.tsx';
import { PageHead } from '#web/page-head.tsx';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button, LeaveButton, LinkButton } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Form } from '#web/ui/form-element.tsx';
import { Muted, Row } from '#web/ui/layout.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import { useUnsaved } from '#web/use-unsaved.ts';
import { CallerColumn } from './caller-column.tsx';
import type { Opening } from './caller-form.ts';
import { enterByDigit, enterColumn } from './column.tsx';
import { openPhoneBooking } from './contract.ts';
import { CourseColumn } from './course-column.tsx';
import { DayColumn } from './day-column.tsx';
import styles from './phone-booking-screen.module.css';
import {
  type PhoneBookingDraft,
  type PhoneBookingState,
  phoneBookingDraft,
  usePhoneBookingState,
} from './use-phone-booking-state.ts';
import { useReserve } from './use-reserve.ts';

/** Who came by a bookmark has nowhere to go back to. */
function useGoBack() {
  const navigate = useNavigate();
  return () => (window.history.state?.idx > 0 ? navigate(-1) : navigate(OFFICE.home, { replace: true }));
}

const NOBODY: PhoneBookingStart = { personOf: 0, replaces: 0, isAtCounter: false, typed: {} };

/** Each call begins with an empty page. */
export function PhoneBookingScreen() {
  const { state } = useLocation();
  const [start, setStart] = useState(() => (state?.isStarted && phoneBookingStart.get().start) || NOBODY);
  const [round, setRound] = useState(0);
  // Kept for a reload; who leaves and comes back by the menu starts over.
  useEffect(() => () => phoneBookingStart.clear(), []);
  const [left, setLeft] = useState(phoneBookingDraft.get().draft);
  const [restored, setRestored] = useState<PhoneBookingDraft | null>(null);
  function begin(draft: PhoneBookingDraft | null) {
    phoneBookingStart.clear();
    setStart(draft?.start ?? NOBODY);
    setRestored(draft);
    setRound((before) => before + 1);
  }
  function settle(draft: PhoneBookingDraft | null) {
    setLeft(null);
    if (draft) begin(draft);
    else phoneBookingDraft.clear();
  }
  const isNew = start.replaces === 0;
  return (
    <Opened
      key={round}
      start={start}
      restored={restored}
      keepsDraft={isNew && !left}
      isNext={round > 0}
      onNext={() => begin(null)}
      notice={
        isNew &&
        left && (
          <Notice below="2">
            {`入力途中の予約があります（${nameIn(left)} 様）。 `}
            <Button onClick={() => settle(left)}>続ける</Button> <Button onClick={() => settle(null)}>破棄</Button>
          </Notice>
        )
      }
    />
  );
}

const nameIn = ({ caller: { familyKana, givenKana, familyName, givenName } }: PhoneBookingDraft) =>
  `${familyKana} ${givenKana}`.trim() || `${familyName} ${givenName}`.trim() || '氏名未入力';

interface OpenedProps {
  start: PhoneBookingStart;
  restored: PhoneBookingDraft | null;
  /** What is typed lies in the tab for whoever comes back, so that leaving asks nothing. */
  keepsDraft: boolean;
  notice: ReactNode;
  /** Another call has come: it begins with the name. */
  isNext: boolean;
  onNext(): void;
}

function Opened(props: OpenedProps) {
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const { personOf, replaces } = props.start;
  const goBack = useGoBack();
  const leave = () => navigate(OFFICE.home, { replace: true });
  const { data, reload } = useLoad(
    openPhoneBooking,
    { personOf, replaces },
    {
      onMissing: leave,
      onRefused: ({ sentences }) => void dialogs.inputError(sentences).then(goBack),
    },
  );
  return (
    <>
      <PageHead
        title="電話予約"
        crumbs={['予約管理']}
        tools={
          <Muted as="span" data-hide="narrow">
            項目の移動 <kbd>Enter</kbd>　列の移動 <kbd>Alt+1〜3</kbd>
          </Muted>
        }
      />
      {props.notice}
      {data ? <Page {...props} opening={data} onStale={reload} /> : <Loading />}
    </>
  );
}

function Page(props: OpenedProps & { opening: Opening; onStale(): void }) {
  const { start, restored, keepsDraft, opening, isNext, onNext, onStale } = props;
  const goBack = useGoBack();
  const state = usePhoneBookingState(opening, start, restored);
  const reserve = useReserve(state, { onNext, onStale });
  const isOpen = state.isTouched && !reserve.isBooked;
  useUnsaved(isOpen && !keepsDraft);
  const { choices } = state;
  const caller = state.form.draft;
  const { sendMail } = state.mail;
  useEffect(() => {
    if (!keepsDraft) return;
    if (isOpen) phoneBookingDraft.set({ draft: { start, caller, choices, sendMail } });
    else phoneBookingDraft.clear();
  }, [keepsDraft, isOpen, start, caller, choices, sendMail]);
  function submit() {
    if (state.isWaiting) return;
    // Only what is shown is booked: what could not be loaded comes first.
    if (state.isOfferBehind || state.isMonthBehind) state.reload();
    else reserve.submit();
  }

  useEffect(() => {
    window.addEventListener('keydown', enterByDigit);
    return () => window.removeEventListener('keydown', enterByDigit);
  }, []);
  useEffect(() => {
    // After the dialog about the last one has given the focus back.
    if (isNext) setTimeout(() => enterColumn(1));
  }, [isNext]);

  return (
    <Form fill>
      {opening.replaces > 0 && <ChangeStrip opening={opening} />}
      <div className={styles.columns}>
        <div className={styles.first}>
          <CallerColumn state={state} />
        </div>
        <div className={styles.rest}>
          <div className={styles.second}>
            <CourseColumn state={state} isCategoryMissing={reserve.wasTried && choices.categoryCode === ''} />
          </div>
          <div className={styles.third}>
            <DayColumn state={state} />
          </div>
        </div>
      </div>
      <ActionBar
        editedCount={0}
        problemCount={state.form.problems.length}
        start={<Summary state={state} reserve={reserve} />}
        onPrimary={submit}
      >
        <LeaveButton onClick={goBack} />
        <SaveButton disabled={state.isWaiting || reserve.isBusy} onClick={submit}>
          {opening.replaces > 0 ? '変更する' : '予約する'}
        </SaveButton>
      </ActionBar>
    </Form>
  );
}

function Summary({ state, reserve }: { state: PhoneBookingState; reserve: ReturnType<typeof useReserve> }) {
  const { course, options } = state;
  return (
    <Row as="span" gap="3" lines="0" align="stretch">
      {reserve.name && (
        <span>
          <b>{reserve.name}</b> 様
        </span>
      )}
      {reserve.when && <b>{reserve.when}</b>}
      {course && <span>{course.name}</span>}
      {options.length > 0 && <span>オプション {options.length}</span>}
      {reserve.amount && <b>{`${reserve.amount}${state.total?.isFrom ? '〜' : ''}`}</b>}
    </Row>
  );
}

function ChangeStrip({ opening }: { opening: Opening }) {
  const { replaces, visitDate, startTime, courseName, optionNames, status } = opening;
  return (
    <section aria-label="予約の変更">
      <Notice tone="care" icon="swap" below="2">
        <Row as="p" gap="3" lines="0">
          <b>予約の変更</b>
          <span>
            変更元{' '}
            <LinkButton kind="link" to={reservationAt(replaces)}>
              {replaces}
            </LinkButton>
          </span>
          <span>
            {visitDate && formatOfficeDay(visitDate)}
            {startTime}
          </span>
          <span>{courseName}</span>
          {optionNames.length > 0 && <span>{optionNames.join('・')}</span>}
          {status && <StatusBadge status={status} />}
        </Row>
        <p>予約すると新しい番号になり、変更元は「変更前」になります。変更元の枠は空きとして数えています。</p>
      </Notice>
    </section>
  );
}
