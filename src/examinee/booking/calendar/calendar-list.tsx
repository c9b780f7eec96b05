// The month as a list of the days that can be booked; a row opens its times in place.
import { writeDate } from '#domain/japanese-dates.ts';
import type { PlainDate } from '#domain/plain-date.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { CalendarMonth } from './calendar-month.tsx';
import { ARRIVAL, type Slot, Times } from './calendar-times.tsx';

interface DayListProps {
  data: CalendarMonth;
  slotsOf(date: PlainDate): readonly Slot[];
  chosen: PlainDate | null;
  slotCode: string | null;
  onChooseDay(date: PlainDate): void;
  onChooseTime(slot: Slot): void;
}

export function DayList({ data, slotsOf, chosen, slotCode, onChooseDay, onChooseTime }: DayListProps) {
  const withTimes = data.choose === 'time';
  const days = data.days.filter(({ state }) => state === 'open');
  if (days.length === 0) return null;
  return (
    <ul className="day-list">
      {days.map(({ date }) => {
        const slots = slotsOf(date);
        const isChosen = date === chosen;
        const text = writeDate(date).slice(5);
        return (
          <li key={date} className={isChosen ? 'chosen' : undefined}>
            <label className="day-row">
              <input type="radio" name="visit-day" checked={isChosen} onChange={() => onChooseDay(date)} />
              <span className="day-row-date">{text}</span>
              {withTimes && (
                <>
                  <span className="day-row-times soft" aria-hidden="true">
                    {!isChosen && slots.map(({ startTime }) => startTime).join('　')}
                  </span>
                  <span className="day-row-count soft">
                    {data.method === 'desired' ? '' : '空き '}
                    {slots.length}枠
                  </span>
                  <Icon name={isChosen ? 'up' : 'down'} />
                </>
              )}
            </label>
            {isChosen && withTimes && (
              <div className="day-row-open">
                <h3 className="numbered">
                  <span>2</span>受付時間を選ぶ
                </h3>
                <Times label={`${text}の受付時間`} slots={slots} chosen={slotCode} onChoose={onChooseTime} />
                <p className="soft">{ARRIVAL}</p>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
