// Date selection: a day and, where the frames ask for it, a time of reception.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { writeDate } from '#domain/japanese-dates.ts';
import { addMonths, type Month, monthsBetween } from '#domain/month.ts';
import type { PlainDate } from '#domain/plain-date.ts';
import { WHOLE_DAY } from '#domain/sentinels.ts';
import type { Visit } from '#examinee/booking-session.ts';
import { Card } from '#examinee/card.tsx';
import { Soft, Whole } from '#examinee/texts.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { makeBill } from '../bill.ts';
import { changeCalendar, openCalendar } from '../contract-calendar.ts';
import { draftSession } from '../draft-session.ts';
import { chooseVisit, conditionsOf, currentFlow, forgetFrom, useFlow } from '../flow.ts';
import { atStep, FlowFrame } from '../flow-frame.tsx';
import { RefusalPanel } from '../refusal-panel.tsx';
import { useStepLoad } from '../use-step-load.ts';
import { DayList } from './calendar-list.tsx';
import { CalendarDays, type CalendarMonth } from './calendar-month.tsx';
import styles from './calendar-screen.module.css';
import { ARRIVAL, type Slot, Times } from './calendar-times.tsx';
import { MonthNavigation } from './month-navigation.tsx';
import { Numbered } from './numbered.tsx';

/** A day with what could be chosen on it: another month may be on view by the time a time is picked. */
interface ChosenDay {
  date: PlainDate;
  slots: readonly Slot[];
  slotCode: string | null;
}

/** How many months ahead a first day to choose is looked for. */
const LOOK_AHEAD = 3;

/** From the current month, in months. */
const distanceOf = ({ now, year, month }: CalendarMonth) =>
  monthsBetween({ year: Number(now.year), month: Number(now.month) }, { year, month });

export const CalendarScreen = atStep('calendar', ({ paths }) => {
  const navigate = useNavigate();
  const flow = useFlow();
  const [{ course, options, prefill, changes }] = useState(currentFlow);
  /** The one chosen before, also for the reservation that is being changed. */
  const earlier = prefill.visit ?? changes?.visit ?? null;
  const [month, setMonth] = useState<Month | null>(null);
  const [day, setDay] = useState<ChosenDay | null>(null);
  const request = {
    ...conditionsOf(flow),
    ...course!,
    options: options ?? [],
    // The day chosen before decides which month opens, and the age that counts.
    visitDate: earlier?.date ?? null,
  };
  const { data, refusal, isLoading } = useStepLoad(
    month ? changeCalendar : openCalendar,
    month ? { ...request, ...month } : (request as typeof request & Month),
  );
  const times = useRef<HTMLElement>(null);
  const byTime = data?.choose === 'time';
  const slotsOf = (date: PlainDate) => data?.places.filter((place) => place.date === date) ?? [];

  // When the first month arrives: a month without any day to choose is passed over, and the day that was chosen
  // before is chosen again, if it still can be.
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (!data || isLoading || isSettled) return;
    if (!data.days.some(({ state }) => state === 'open') && distanceOf(data) < LOOK_AHEAD) {
      return setMonth(addMonths(data, 1));
    }
    setSettled(true);
    draftSession.set({ method: data.method });
    const slots = data.places.filter((place) => place.date === earlier?.date);
    const same = slots.find(({ slotCode }) => slotCode === earlier?.slotCode);
    if (earlier && slots.length > 0) {
      setDay({ date: earlier.date, slots, slotCode: same?.slotCode ?? null });
    }
  }, [data, isLoading, isSettled, earlier]);

  const chooseDay = (date: PlainDate) => {
    const slots = slotsOf(date);
    const kept = slots.find(({ slotCode }) => slotCode === day?.slotCode);
    setDay({ date, slots, slotCode: byTime ? (kept?.slotCode ?? null) : WHOLE_DAY });
    if (byTime) setTimeout(() => times.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' }));
  };
  const chooseTime = ({ slotCode }: Slot) => setDay((before) => before && { ...before, slotCode });

  const slot = day?.slots.find(({ slotCode }) => slotCode === day.slotCode);
  const visit: Visit | null =
    day && slot ? { date: day.date, slotCode: slot.slotCode, startTime: byTime ? slot.startTime : '' } : null;
  const bill = data
    ? makeBill(
        data,
        data.course,
        data.groups.flatMap((group) => group.options),
      )
    : flow.bill;
  const desired = data?.method === 'desired';
  const blocked = !day ? '受診日を選んでください' : !visit ? '受付時間を選んでください' : null;
  const isEmpty = data && !isLoading && !data.days.some(({ state }) => state === 'open');

  return (
    <FlowFrame
      step="calendar"
      title="日時選択"
      lead={
        <>
          {desired ? 'ご希望の日時をお選びください。' : '受診される日時をお選びください。'}
          {data && data.bookableFrom <= data.bookableTo && (
            <>
              <br />
              予約できる期間：<Whole>{writeDate(data.bookableFrom)}から</Whole>
              <Whole>{writeDate(data.bookableTo)}まで</Whole>
            </>
          )}
        </>
      }
      bill={bill}
      visit={visit}
      next={
        data
          ? {
              label: '情報入力へ進む',
              short: '情報入力へ',
              blocked,
              onClick: () => {
                if (!visit) return;
                chooseVisit(visit);
                draftSession.set({ bill, method: data.method });
                navigate(paths.input);
              },
            }
          : undefined
      }
      back={{
        onClick: () => {
          draftSession.set({ prefill: { ...draftSession.get().prefill, visit: visit ?? earlier } });
          forgetFrom('option');
          navigate(paths.option);
        },
      }}
    >
      {refusal && <RefusalPanel refusal={refusal} paths={paths} at="calendar" />}
      {!data && !refusal && <Loading />}
      {data && (
        <>
          {desired && (
            <Notice>
              ここでは、ご希望の日時をお申し込みいただきます。お申し込みの時点では、ご予約はまだ確定していません。確認のうえ、あらためてご連絡いたします。
            </Notice>
          )}
          <section className={styles.part} aria-labelledby="choose-day">
            <Numbered level={2} number={byTime ? 1 : undefined} id="choose-day">
              受診日を選ぶ
            </Numbered>
            {data.format === 'list' && (
              <Soft as="p">予約できる日だけを表示しています。{byTime && '日付を押すと、受付時間が開きます。'}</Soft>
            )}
            <MonthSheet format={data.format} busy={isLoading}>
              <MonthNavigation
                shown={data}
                distance={distanceOf(data)}
                onGo={(step) => {
                  setSettled(true);
                  setMonth(addMonths(data, step));
                }}
              />
              {isEmpty && (
                <p className={styles.none} role="status">
                  この月に{desired ? 'お申し込み' : '予約'}できる日はありません。ほかの月をご覧ください。
                </p>
              )}
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
                  <CalendarDays data={data} chosen={day?.date ?? null} onChoose={chooseDay} />
                )}
              </div>
            </MonthSheet>
          </section>
          {byTime && data.format === 'calendar' && (
            <section className={styles.part} aria-labelledby="choose-time" ref={times}>
              <Numbered level={2} number={2} id="choose-time">
                受付時間を選ぶ
              </Numbered>
              {day ? (
                <Card as="div" className={styles.times}>
                  <p>
                    <b>
                      <Whole>{writeDate(day.date).slice(5)}</Whole>
                    </b>
                    {desired ? 'のお申し込みできる時間' : 'の空いている時間'}
                  </p>
                  <Times
                    label={`${writeDate(day.date).slice(5)}の受付時間`}
                    slots={day.slots}
                    chosen={day.slotCode}
                    onChoose={chooseTime}
                  />
                  <Soft as="p">{ARRIVAL}</Soft>
                </Card>
              ) : (
                <Soft as="p">先に受診日をお選びください。</Soft>
              )}
            </section>
          )}
        </>
      )}
    </FlowFrame>
  );
});

/** A calendar lies on a card; the days of a list bring their own. */
function MonthSheet({ format, busy, children }: { format: 'calendar' | 'list'; busy: boolean; children: ReactNode }) {
  if (format === 'list') return <div aria-busy={busy}>{children}</div>;
  return (
    <Card as="div" className={styles.month} aria-busy={busy}>
      {children}
    </Card>
  );
}
