// Chooses another day and time for a reservation in a month calendar, and carries the choice back into its form.
import { Navigate, useNavigate } from 'react-router';
import { useBackLink } from '#backoffice/shared/reservation-link.tsx';
import { isInPickerRange } from '#domain/calendar/calendar-range.ts';
import type { Month } from '#domain/calendar/month.ts';
import { dateParts, type PlainDate } from '#domain/calendar/plain-date.ts';
import { reservationAt } from '#web/addresses.ts';
import { useOpenedReservation } from '#web/key-in-address.ts';
import { PageHead } from '#web/page-head.tsx';
import { send } from '#web/send.ts';
import { LeaveButton } from '#web/ui/button.tsx';
import { useDayKeys } from '#web/ui/day-keys.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Muted, Row } from '#web/ui/layout.tsx';
import { MonthCalendar } from '#web/ui/month-calendar.tsx';
import { MonthSteps } from '#web/ui/month-steps.tsx';
import { Loading } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import { useUnsaved } from '#web/use-unsaved.ts';
import type { Reply } from '#wire/call.ts';
import { changePickerMonth, openPicker } from '../contract.ts';
import { FROM_PICKER, savedEdits, writeDay } from './change.ts';
import styles from './picker-screen.module.css';

export function PickerScreen() {
  const number = useOpenedReservation();
  const back = useBackLink();
  if (number === null) return <Navigate to={back.path} replace />;
  return <Picker key={number} number={number} />;
}

function Picker({ number }: { number: number }) {
  const navigate = useNavigate();
  const back = useBackLink();
  const dialogs = useDialogs();
  const toDetail = () => navigate(reservationAt(number), { replace: true, state: FROM_PICKER });
  const { data, replace } = useLoad(openPicker, { number }, { onMissing: toDetail, onRefused: toDetail });
  const edits = savedEdits.use();
  const allowLeaving = useUnsaved(edits.number === number && Object.keys(edits.changes).length > 0);

  function leave(change?: { visitDate: PlainDate; slotCode: string }) {
    if (change) {
      const { year, month, day } = dateParts(change.visitDate);
      const visitDate = { year: String(year), month: String(month), day: String(day) };
      const { version, start, changes } = edits.number === number ? edits : { version: '', start: null, changes: {} };
      savedEdits.set({ number, version, start, changes: { ...changes, visitDate, slotCode: change.slotCode } });
    }
    allowLeaving();
    toDetail();
  }

  const show = (month: Month) =>
    dialogs.attempt(async () => replace(await send(changePickerMonth, { number, ...month })));

  if (!data) return <Loading />;
  const current = { year: Number(data.now.year), month: Number(data.now.month) };
  const canShow = (month: Month) => isInPickerRange(current, month);
  return (
    <>
      <PageHead
        title="受診日時の選択"
        crumbs={[
          '予約管理',
          { label: back.name, to: back.path },
          { label: '予約内容の確認・変更', to: reservationAt(number) },
        ]}
        tools={<LeaveButton onClick={() => leave()} />}
      />
      <Row gap="3" lines="2" className={styles.head}>
        <MonthSteps month={data} canShow={canShow} onShow={show} />
        <Muted>予約番号 {number} の検査がすべて受けられる日時だけを選べます。</Muted>
      </Row>
      <PickerMonth
        data={data}
        chosen={edits.number === number ? edits.at : null}
        onPick={(visitDate, slotCode) => leave({ visitDate, slotCode })}
        canShow={canShow}
        onMonth={show}
      />
    </>
  );
}

type PickerData = Reply<typeof openPicker>;
type State = PickerData['days'][number]['state'];

/** Nothing is shown of days that are over. */
const WORDS: Readonly<Record<State, string>> = {
  open: '',
  full: '満',
  none: '枠なし',
  closed: '休診日',
  holiday: '祝日',
  outside: '',
};

/** A day that has no time to choose is gone to all the same, and says why. */
const NO_PLACE = [''];

interface PickerMonthProps {
  data: PickerData;
  chosen: { date: PlainDate | null; slotCode: string } | null;
  onPick(date: PlainDate, slotCode: string): void;
  canShow(month: Month): boolean;
  onMonth(month: Month): void;
}

function PickerMonth({ data, chosen, onPick, canShow, onMonth }: PickerMonthProps) {
  const days = new Map(data.days.map((day) => [day.date, day]));
  const placesOn = (date: PlainDate) => data.places.filter((place) => place.date === date);
  const keys = useDayKeys({
    shown: data,
    entry: [chosen?.date, data.places[0]?.date].find((date) => date && days.has(date)) ?? null,
    partsOf(date) {
      const places = placesOn(date);
      return places.length > 0 ? places.map(({ slotCode }) => slotCode) : NO_PLACE;
    },
    canShow,
    onMonth,
  });
  return (
    <MonthCalendar
      year={data.year}
      month={data.month}
      keys={keys}
      dayClass={(date) => (days.get(date)?.state === 'open' ? styles.open : styles.shut)}
      day={(date) => {
        const places = placesOn(date);
        const word = WORDS[days.get(date)?.state ?? 'outside'];
        return (
          <Row gap="1" align="stretch" className={styles.day}>
            {places.length > 0 ? (
              <span className={styles.date}>{dateParts(date).day}</span>
            ) : (
              <button
                type="button"
                {...keys.day(date)}
                className={styles.date}
                aria-disabled
                aria-label={`${writeDay(date)}${word || '選べません'}`}
              >
                {dateParts(date).day}
              </button>
            )}
            {places.map(({ slotCode, startTime }) => (
              <button
                key={slotCode}
                type="button"
                {...keys.day(date, slotCode)}
                className={styles.place}
                aria-label={`${writeDay(date)}${startTime}を選ぶ`}
                aria-current={chosen?.date === date && chosen.slotCode === slotCode ? 'date' : undefined}
                onClick={() => onPick(date, slotCode)}
              >
                {startTime || <Icon name="circle" />}
              </button>
            ))}
            {word && <span className={styles.why}>{word}</span>}
          </Row>
        );
      }}
    />
  );
}
