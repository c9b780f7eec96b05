// The month calendar of the status page: which month, which frame, what is counted, and how full it is.
import { useState } from 'react';
import { type Month, monthsBetween } from '#domain/calendar/month.ts';
import { ALL_FRAMES } from '#domain/offer/sentinels.ts';
import { OFFICE } from '#web/addresses.ts';
import { useMay } from '#web/session.ts';
import { Button } from '#web/ui/button.tsx';
import { useDayKeys } from '#web/ui/day-keys.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { EmptyBox } from '#web/ui/empty-box.tsx';
import { useFocusTarget } from '#web/ui/focus.ts';
import { Muted, Row } from '#web/ui/layout.tsx';
import { Legend } from '#web/ui/legend.tsx';
import { MonthSteps } from '#web/ui/month-steps.tsx';
import { Loading } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import { useMonthInAddress } from '#web/use-month-in-address.ts';
import { changeStatusMonth } from './contract.ts';
import { DayCalendar, SlotCalendar } from './month-calendars.tsx';
import {
  type Aggregation,
  aggregationsFor,
  type Choice,
  type MonthView,
  type StatusMonth,
  viewMonth,
} from './month-view.ts';
import styles from './status-calendar.module.css';

const AGGREGATIONS: Record<Aggregation, string> = { heads: '予約登録人数の実績', places: '予約枠の実績' };

interface StatusCalendarProps {
  /** The current month, as of the last look. */
  current: StatusMonth;
  className?: string;
}

/** Without any frame there is nothing to count. */
export function StatusCalendar(props: StatusCalendarProps) {
  const maySetUp = useMay('manager');
  if (props.current.frames.length > 0) return <FilledCalendar {...props} />;
  return (
    <section className={props.className} aria-labelledby="status-month">
      <Row gap="2" className={styles.controls}>
        <Row wrap={false} gap="3" className={styles.month}>
          <h2 id="status-month">
            {props.current.year}年{props.current.month}月
          </h2>
        </Row>
      </Row>
      <EmptyBox
        text="予約枠が登録されていません。"
        isWide
        actions={maySetUp ? [{ label: 'はじめての設定', to: OFFICE.firstDay }] : []}
      />
    </section>
  );
}

function FilledCalendar({ current, className }: StatusCalendarProps) {
  const { month, wanted, isLoading, show } = useStatusMonth(current);
  const [choice, setChoice] = useState<Choice>({ frameCode: ALL_FRAMES, aggregation: 'heads' });
  const reader = useFocusTarget<HTMLHeadingElement>();
  const view = viewMonth(month, choice);
  const Calendar = view.slots.length > 0 ? SlotCalendar : DayCalendar;
  const { first, last } = month.reach;

  const canShow = (next: Month) => {
    const at = `${next.year}-${String(next.month).padStart(2, '0')}`;
    return first !== null && last !== null && first.slice(0, 7) <= at && at <= last.slice(0, 7);
  };
  const today = [...view.days.values()].find(({ isToday }) => isToday);
  const keys = useDayKeys({ shown: month, entry: today?.date ?? null, canShow, onMonth: show });

  return (
    <section className={className} aria-labelledby="status-month">
      <Row gap="2" className={styles.controls}>
        <Row wrap={false} gap="3" className={styles.month}>
          <MonthSteps month={wanted} canShow={canShow} onShow={show} id="status-month" {...reader.place} />
        </Row>
        <select
          aria-label="予約枠"
          value={choice.frameCode}
          onChange={({ target: { value: frameCode } }) => {
            const offered = aggregationsFor(frameCode);
            const aggregation = offered.includes(choice.aggregation) ? choice.aggregation : 'heads';
            setChoice({ frameCode, aggregation });
          }}
        >
          <option value={ALL_FRAMES}>すべての枠</option>
          {month.frames.map(({ frameCode, name }) => (
            <option key={frameCode} value={frameCode}>
              {name}
            </option>
          ))}
        </select>
        <select
          aria-label="集計区分"
          value={choice.aggregation}
          onChange={({ target }) => setChoice({ ...choice, aggregation: target.value as Aggregation })}
        >
          {aggregationsFor(choice.frameCode).map((aggregation) => (
            <option key={aggregation} value={aggregation}>
              {AGGREGATIONS[aggregation]}
            </option>
          ))}
        </select>
        <p className={styles.total} role="status">
          月合計 <b>{view.total.count.toLocaleString('ja-JP')}</b>
          {view.hasCapacity && ` / ${view.total.capacity.toLocaleString('ja-JP')}`} {view.unit}
        </p>
      </Row>
      <div className={styles.shown} aria-busy={isLoading}>
        {isLoading && <Loading />}
        <Calendar month={month} view={view} frameCode={choice.frameCode} keys={keys} />
      </div>
      <Row wrap={false} gap="2" align="start" justify="between" className={styles.foot}>
        <StatusLegend view={view} month={month} isAll={choice.frameCode === ALL_FRAMES} />
        {monthsBetween(current, wanted) !== 0 && (
          <Button
            kind="plain"
            onClick={() => {
              show(current);
              reader.bring();
            }}
          >
            今月に戻る
          </Button>
        )}
      </Row>
    </section>
  );
}

const LEVELS = { full: '満員', high: '7割以上', low: '空きあり', past: '終了', closed: '休診日' } as const;

function StatusLegend({ view, month, isAll }: { view: MonthView; month: StatusMonth; isAll: boolean }) {
  return (
    <div>
      <Legend lead={view.hasCapacity ? '予約／枠数' : '予約人数（名）'} looks={LEVELS} />
      {isAll && month.frames.length > 0 && (
        <Muted above="1">
          棒は予約枠ごとの埋まり具合です。左から {month.frames.map(({ name }) => name).join('、')}。
        </Muted>
      )}
    </div>
  );
}

/**
 * `current` is the current month as of the last look; a new look brings the shown one again, too. `wanted` is the one that is on its way, which
 * is the same when none is.
 */
function useStatusMonth(current: StatusMonth) {
  const dialogs = useDialogs();
  const address = useMonthInAddress();
  const [wanted, setWanted] = useState<Month>(address.wanted ?? current);
  const isCurrent = monthsBetween(wanted, current) === 0;
  const goBack = () => setWanted(current);
  const { data } = useLoad(changeStatusMonth, isCurrent ? null : { year: wanted.year, month: wanted.month }, {
    freshness: current,
    onRefused: (refusal) => void dialogs.failure(refusal).then(goBack),
    onFailed: goBack,
  });
  const month = isCurrent || !data ? current : data;

  return {
    month,
    wanted,
    isLoading: month.year !== wanted.year || month.month !== wanted.month,
    show(next: Month) {
      setWanted(next);
      address.keep(monthsBetween(next, current) === 0 ? null : next);
    },
  };
}
