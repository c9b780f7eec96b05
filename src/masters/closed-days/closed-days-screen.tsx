// The closed-day master: a month with a row for each date, open or closed, saved together.

import { memo } from 'react';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import type { Month } from '#domain/calendar/month.ts';
import { WEEKDAYS } from '#domain/calendar/plain-date.ts';
import { MonthChoice, MonthFrame, useMonthRows } from '#masters/month-frame.tsx';
import { OFFICE } from '#web/addresses.ts';
import { namesOf } from '#web/names-of.ts';
import { send } from '#web/send.ts';
import { ChangeList } from '#web/ui/change-list.tsx';
import { useDayKeys } from '#web/ui/day-keys.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Row } from '#web/ui/layout.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { isUnsaved, type RowDraftOf, Rows, useAllRows, useRow } from '#web/ui/rows.ts';
import { TableFrame } from '#web/ui/table-frame.tsx';
import { useLoad } from '#web/use-load.ts';
import { useMonthInAddress } from '#web/use-month-in-address.ts';
import { askToLeave } from '#web/use-unsaved.ts';
import type { Reply } from '#wire/call.ts';
import { touchedRows } from '#wire/rows.ts';
import { notifyClosed } from '../notify-button.tsx';
import styles from './closed-days-screen.module.css';
import { changeClosedDaysMonth, closedDayRows, openClosedDays, updateClosedDays } from './contract.ts';

type ShownMonth = Reply<typeof openClosedDays>;
type Draft = RowDraftOf<typeof closedDayRows>;

const draftsOf = ({ days }: ShownMonth) => closedDayRows.draft({ rows: days }).rows;
const monthOptions = {
  make: (month: ShownMonth) => new Rows(closedDayRows, draftsOf(month)),
  draftsOf,
  keyOf: ({ date }: Draft) => date,
};

const COLUMNS = ['日付', '区分', '予約', '状態'];

export function ClosedDaysScreen() {
  const { wanted } = useMonthInAddress();
  return wanted ? <WantedDays wanted={wanted} /> : <FirstDays />;
}

function FirstDays() {
  const { data } = useLoad(openClosedDays, { frameCode: null });
  return data ? <ClosedDays first={data} /> : <Loading />;
}

function WantedDays({ wanted: { year, month } }: { wanted: Month }) {
  const { data } = useLoad(changeClosedDaysMonth, { frameCode: null, year, month });
  return data ? <ClosedDays first={data} /> : <Loading />;
}

function ClosedDays({ first }: { first: ShownMonth }) {
  const dialogs = useDialogs();
  const { month, rows, show, refresh } = useMonthRows(first, monthOptions);
  const { keep } = useMonthInAddress();
  const load = ({ year, month }: Month) => send(changeClosedDaysMonth, { frameCode: null, year, month });

  async function change(next: Month): Promise<boolean> {
    if (rows.editedCount() > 0 && !(await askToLeave(dialogs, '移動'))) return false;
    await dialogs.attempt(async () => {
      show(await load(next));
      keep(next);
    });
    return true;
  }

  const keys = useDayKeys({
    shown: month,
    shape: 'list',
    entry: null,
    canShow: ({ year }) => month.years.includes(year),
    onMonth: change,
  });

  return (
    <MonthFrame
      title="休日マスタ"
      bulk={OFFICE.closedDaysBulk}
      rows={rows}
      about={() => <About month={month} rows={rows} />}
      save={async (days) => {
        const { year, month: number, version } = month;
        const edited = touchedRows(days).map(({ row }) => row);
        const saved = await send(updateClosedDays, { frameCode: null, year, month: number, days: edited, version });
        show(saved);
        const left = saved.reservationCount;
        return {
          sentence: left > 0 ? `更新しました。休診日にした日に予約が ${left} 件残っています。` : '更新しました。',
          notify: notifyClosed(saved, OFFICE.closedDays),
        };
      }}
      refresh={async () => refresh(await load(month))}
    >
      <MonthChoice years={month.years} month={month} onShow={change} />
      <Standing month={month} rows={rows} />
      <TableFrame caption="日ごとの区分" labels={COLUMNS} head="sticky" className={styles.days} {...keys.grid}>
        <tbody>
          {rows.ids().map((id, at) => {
            const day = month.days[at];
            if (!day) return null;
            const weekday = WEEKDAYS[day.dayOfWeek - 1] ?? '';
            const { tabIndex } = keys.day(day.date);
            return <DayRow key={id} rows={rows} id={id} day={day} weekday={weekday} tabIndex={tabIndex} />;
          })}
        </tbody>
      </TableFrame>
    </MonthFrame>
  );
}

interface Edited {
  month: ShownMonth;
  rows: Rows<unknown, Draft>;
}

function countStanding({ days }: ShownMonth, rows: ReturnType<Edited['rows']['all']>): number {
  const isClosing = (at: number) => rows[at]?.draft.kind === 'closed' && rows[at].start.kind !== 'closed';
  return days.reduce((sum, { reservationCount }, at) => sum + (isClosing(at) ? reservationCount : 0), 0);
}

function Standing({ month, rows }: Edited) {
  const count = countStanding(month, useAllRows(rows));
  return (
    <div role="status">
      {count > 0 && <Notice>休診日にする日に、予約が {count} 件あります。予約は取り消されません。</Notice>}
    </div>
  );
}

function About({ month, rows }: Edited) {
  const edited = rows.all().filter(isUnsaved);
  const word = (kind: Draft['kind']) => (kind ? KINDS[kind] : '');
  return (
    <>
      <ChangeList
        before={Object.fromEntries(edited.map(({ start }) => [start.date, word(start.kind)]))}
        after={Object.fromEntries(edited.map(({ draft }) => [draft.date, word(draft.kind)]))}
      />
      <Standing month={month} rows={rows} />
    </>
  );
}

const KINDS = { open: '診療日', closed: '休診日' } as const;

interface DayRowProps {
  rows: Rows<unknown, RowDraftOf<typeof closedDayRows>>;
  id: string;
  day: Reply<typeof openClosedDays>['days'][number];
  weekday: string;
  /** Of the days one is the stop of Tab. */
  tabIndex: 0 | -1;
}

/** Drawn alone when its own choice changes. Up and down lead from day to day; left and right choose, as in every group of radios. */
const DayRow = memo(function DayRow({ rows, id, day, weekday, tabIndex }: DayRowProps) {
  const row = useRow(rows, id);
  if (!row) return null;
  const name = formatOfficeDate(day.date);
  const field = rows.bind(row, 'kind', `${name}の区分`);
  const isRest = day.dayOfWeek === 1 || day.holidayName !== '';
  return (
    <tr className={styles.row} data-kind={field.value} data-edited={isUnsaved(row) ? '' : undefined}>
      <th scope="row" data-day={isRest ? 'sunday' : day.dayOfWeek === 7 ? 'saturday' : undefined}>
        {name}（{weekday}）{day.holidayName && <span className={styles.holiday}>{day.holidayName}</span>}
      </th>
      <td>
        <div className={styles.choices} role="radiogroup" aria-label={field.label}>
          {namesOf(KINDS).map((kind) => (
            <Row key={kind} as="label" inline gap="2" noBreak className={styles.choice}>
              <input
                type="radio"
                data-date={day.date}
                tabIndex={tabIndex}
                name={field.id}
                checked={field.value === kind}
                onChange={() => field.onChange(kind)}
                onBlur={field.onBlur}
              />
              {KINDS[kind]}
            </Row>
          ))}
        </div>
      </td>
      <td className={styles.count}>{day.reservationCount > 0 && `${day.reservationCount} 件`}</td>
      <td className={styles.state}>{isUnsaved(row) && '変更'}</td>
    </tr>
  );
});
