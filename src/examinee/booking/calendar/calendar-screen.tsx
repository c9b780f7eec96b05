// Date selection: a day and, where the frames ask for it, a time of reception.
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatDate } from '#domain/calendar/japanese-dates.ts';
import { addMonths, isInMonthRange, type Month, monthOf, monthsBetween } from '#domain/calendar/month.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Visit } from '#examinee/booking-session.ts';
import { Card } from '#examinee/parts/card.tsx';
import { NoWrap } from '#examinee/parts/texts.tsx';
import { formatLimits } from '#examinee/parts/words.ts';
import { STEPS } from '#web/addresses.ts';
import { Muted, Stack } from '#web/ui/layout.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { changeCalendar, openCalendar } from '../contract.ts';
import { type ChosenDay, draftSession, type Slot } from '../draft-session.ts';
import { changeOptions, chooseVisit, conditionsOf, personOf, reaching, useFlow } from '../flow.ts';
import { atStep, FlowFrame, useStepLoad } from '../flow-frame.tsx';
import { DayList } from './calendar-list.tsx';
import { CalendarDays, type CalendarMonth } from './calendar-month.tsx';
import styles from './calendar-screen.module.css';
import { announceTimes, billOf, choosePriced, DayTimes, hasTimes, Numbered, placesOn } from './calendar-times.tsx';
import { MonthNavigation } from './month-navigation.tsx';
import { describeRemoval, type OptionRemoval, OptionRemovals, removalFrom } from './option-removal.tsx';

const LOOK_AHEAD = 3;

const NOWHERE = 'ただいまご予約いただける日がありません。お手数ですが、お電話でお問い合わせください。';

const currentMonth = ({ now }: CalendarMonth) => ({ year: Number(now.year), month: Number(now.month) });

const distanceOf = (data: CalendarMonth) => monthsBetween(currentMonth(data), data);

const isIn = (month: Month, date: PlainDate) => monthsBetween(month, monthOf(date)) === 0;

/** The chosen options are on no day to be had together: no other month helps. */
const isUnmatched = ({ bookableFrom, bookableTo, takeOffs }: CalendarMonth) =>
  bookableFrom > bookableTo && takeOffs.length > 0;

export const CalendarScreen = atStep(reaching.calendar, ({ flow: { course, prefill, changes, ...begun } }) => {
  const navigate = useNavigate();
  const flow = useFlow();
  const [options, setOptions] = useState(begun.options);
  const [takenOff, setTakenOff] = useState<OptionRemoval | null>(null);
  /** The one chosen before, also for the reservation that is being changed. */
  const earlier = prefill.visit ?? changes?.visit ?? null;
  const [month, setMonth] = useState<Month | null>(begun.calendar?.month ?? null);
  const [day, setDay] = useState<ChosenDay | null>(begun.calendar?.day ?? null);
  const request = {
    ...conditionsOf(flow),
    ...course,
    options,
    // The day chosen before decides which month opens, and the age that counts.
    visitDate: earlier?.date ?? null,
  };
  const asked = useStepLoad(
    month ? changeCalendar : openCalendar,
    month ? { ...request, ...month } : (request as typeof request & Month),
  );
  const { data, isLoading } = asked;
  const days = useRef<HTMLElement>(null);
  const times = useRef<HTMLElement>(null);
  // A day that was chosen in another month may have times, though no day of the one on view has.
  const byTime = data?.choose === 'time' || (day !== null && hasTimes(day.slots));
  const slotsOf = (date: PlainDate) => (data ? placesOn(data, date) : []);

  // When the first month arrives: a month without any day to choose is passed over, and the day that was chosen
  // before is chosen again, if it still can be.
  const [isSettled, setSettled] = useState(begun.calendar !== null);
  useEffect(() => {
    if (!data || isLoading || isSettled) return;
    const hasDay = data.isNowhere || isUnmatched(data) || data.days.some(({ state }) => state === 'open');
    if (!hasDay && distanceOf(data) < LOOK_AHEAD) {
      return setMonth(addMonths(data, 1));
    }
    setSettled(true);
    draftSession.set({ method: data.method });
    if (earlier) setDay(choosePriced(data, earlier.date, earlier.slotCode));
  }, [data, isLoading, isSettled, earlier]);

  // A month that is shown again says again what can be chosen on the chosen day.
  useEffect(() => {
    if (!data) return;
    setDay((before) => (before && isIn(data, before.date) ? choosePriced(data, before.date, before.slotCode) : before));
  }, [data]);

  // Loaded again, the page shows the same.
  useEffect(() => {
    if (data && isSettled) draftSession.set({ calendar: { month: { year: data.year, month: data.month }, day } });
  }, [data, day, isSettled]);

  const chooseDay = (date: PlainDate) => {
    if (data) setDay(choosePriced(data, date, day?.slotCode ?? null));
    if (byTime) setTimeout(() => scrollTo(times.current));
  };
  const showMonth = (next: Month) => {
    setSettled(true);
    setMonth(next);
    // In a list its times are out of sight then.
    if (data?.format === 'list' && !visit) setDay(null);
  };
  const chooseTime = ({ slotCode }: Slot) => setDay((before) => before && { ...before, slotCode });
  const takeOff = (off: OptionRemoval, shown: Month) => {
    const left = removalFrom(options, off);
    changeOptions(left);
    setOptions(left);
    setTakenOff(off);
    // The month on view stays; what can be chosen in another one is no longer known.
    setMonth({ year: shown.year, month: shown.month });
    setDay((before) => (before && isIn(shown, before.date) ? before : null));
    days.current?.focus();
  };

  const slot = day?.slots.find(({ slotCode }) => slotCode === day.slotCode);
  const visit: Visit | null =
    day && slot ? { date: day.date, slotCode: slot.slotCode, startTime: slot.startTime } : null;
  const bill = day?.bill ?? (data ? billOf(data, data) : flow.bill);
  const desired = data?.method === 'desired';
  const isChecking = isLoading && takenOff !== null;
  const blocked = isChecking
    ? '空き状況を確認しています'
    : !day
      ? '受診日を選んでください'
      : !visit
        ? '受付時間を選んでください'
        : null;
  const isEmpty = data && !isLoading && !data.days.some(({ state }) => state === 'open');

  return (
    <FlowFrame
      step="calendar"
      title="日時選択"
      lead={
        !data?.isNowhere && (
          <>
            {desired ? 'ご希望の日時をお選びください。' : '受診される日時をお選びください。'}
            {data && data.bookableFrom <= data.bookableTo && (
              <>
                <br />
                予約できる期間：<NoWrap>{formatDate(data.bookableFrom)}から</NoWrap>
                <NoWrap>{formatDate(data.bookableTo)}まで</NoWrap>
              </>
            )}
            {data?.groups
              .flatMap(({ options }) => options)
              .filter(formatLimits)
              .map((option) => (
                <Fragment key={option.name}>
                  <br />「{option.name}」は{formatLimits(option)}。
                </Fragment>
              ))}
            {data?.pricesShown && data.prices.length > 0 && (
              <>
                <br />
                受診日時点の年齢により、料金が変わります。受診日を選ぶと、その日の料金になります。
              </>
            )}
          </>
        )
      }
      bill={bill}
      visit={visit}
      next={
        data && !data.isNowhere
          ? {
              label: '情報入力へ進む',
              short: '情報入力へ',
              blocked,
              onClick: () => {
                if (!visit) return;
                chooseVisit(visit);
                draftSession.set({ bill: bill && { ...bill, person: personOf(flow) }, method: data.method });
                navigate(STEPS.input);
              },
            }
          : undefined
      }
      asked={asked}
      back={{
        onClick: () => draftSession.set({ prefill: { ...draftSession.get().prefill, visit: visit ?? earlier } }),
        to: 'option',
      }}
    >
      {data?.isNowhere && <Notice>{NOWHERE}</Notice>}
      {data && !data.isNowhere && (
        <>
          {desired && (
            <Notice>
              ここでは、ご希望の日時をお申し込みいただきます。お申し込みの時点では、ご予約はまだ確定していません。確認のうえ、あらためてご連絡いたします。
            </Notice>
          )}
          <Stack as="section" gap="3" aria-labelledby="choose-day" ref={days} tabIndex={-1}>
            <Numbered level={2} number={byTime ? 1 : undefined} id="choose-day">
              受診日を選ぶ
            </Numbered>
            {data.format === 'list' && (
              <Muted>予約できる日だけを表示しています。{byTime && '日付を押すと、受付時間が開きます。'}</Muted>
            )}
            {takenOff && <p role="status">{describeRemoval(takenOff, 'done')}。</p>}
            <MonthSheet format={data.format} busy={isLoading}>
              <MonthNavigation
                shown={data}
                distance={distanceOf(data)}
                onGo={(step) => showMonth(addMonths(data, step))}
              />
              {isEmpty && (
                <p className={styles.none} role="status">
                  {isUnmatched(data)
                    ? '選択されたオプションをすべて受けられる日はありません。'
                    : `この月に${desired ? 'お申し込み' : '予約'}できる日はありません。ほかの月をご覧ください。`}
                </p>
              )}
              <OptionRemovals
                takeOffs={data.takeOffs}
                act={desired ? 'お申し込み' : '予約'}
                onTakeOff={(off) => takeOff(off, data)}
              />
              <div className={styles.days}>
                {data.format === 'list' ? (
                  <DayList
                    data={data}
                    slotsOf={slotsOf}
                    chosen={day?.date ?? null}
                    slotCode={day?.slotCode ?? null}
                    onChooseDay={chooseDay}
                    onChooseTime={chooseTime}
                  />
                ) : (
                  <CalendarDays
                    data={data}
                    chosen={day?.date ?? null}
                    onChoose={chooseDay}
                    canShow={(next) => isInMonthRange(currentMonth(data), next)}
                    onMonth={showMonth}
                  />
                )}
              </div>
            </MonthSheet>
          </Stack>
          <p className="visually-hidden" role="status">
            {byTime && day && announceTimes(day, desired)}
          </p>
          {byTime && data.format === 'calendar' && (
            <DayTimes day={day} desired={desired} onChoose={chooseTime} ref={times} />
          )}
        </>
      )}
    </FlowFrame>
  );
});

function scrollTo(part: HTMLElement | null): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  part?.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'instant' : 'smooth' });
}

/** A calendar lies on a card; the days of a list bring their own. */
function MonthSheet({ format, busy, children }: { format: 'calendar' | 'list'; busy: boolean; children: ReactNode }) {
  if (format === 'list') return <div aria-busy={busy}>{children}</div>;
  return (
    <Card as="div" className={styles.month} aria-busy={busy}>
      {children}
    </Card>
  );
}
