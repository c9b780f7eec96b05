// The times of the chosen day with what is left at each; where only the day is chosen, one button for it.
import type { KeyboardEvent } from 'react';
import { formatMonthDay } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Grid, Muted } from '#web/ui/layout.tsx';
import { lackOf } from '../raise-list.tsx';
import { PLACES } from './booking.ts';
import type { Frame, FullBy, PhoneBookingMonth, Slot, Visit } from './choices.ts';
import styles from './slot-list.module.css';

/** Which frames a day's full slots lack, and when: 「脳MRI（1日の枠）」「ドック受付（8:30・9:00）」. */
function fullFrames({ frames, slots }: Pick<PhoneBookingMonth, 'frames' | 'slots'>, date: PlainDate): string[] {
  const lacking = frames.filter((frame) => frame.date === date && lackOf(frame) > 0);
  return [...Map.groupBy(lacking, ({ frameCode }) => frameCode).values()].map((cells) => {
    const codes = cells.map(({ placeSlotCode }) => placeSlotCode);
    const times = slots.filter((slot) => slot.date === date && codes.includes(slot.slotCode));
    const when = codes.includes(WHOLE_DAY) ? '1日の枠' : times.map(({ startTime }) => startTime).join('・');
    return `${cells[0]?.name}（${when}）`;
  });
}

export const framesAt = (frames: readonly Frame[], visit: Visit | null) =>
  frames.filter(({ date, slotCode }) => date === visit?.date && slotCode === visit.slot?.slotCode);

interface SlotListProps {
  data: PhoneBookingMonth;
  date: PlainDate;
  chosen: string | null;
  fullBy: FullBy;
  onChoose(slot: Slot): void;
}

export const isSlotChoosable = (slot: Pick<Slot, 'state'>, fullBy: FullBy) =>
  slot.state === 'open' || (slot.state === 'full' && fullBy !== null);

const NOT_YOURS = '満員です。枠を増やせるのは管理者です。';
const WISHED = '満員の時間も、未確認の希望として登録できます。確認するまで枠は使いません。';

export function SlotList({ data, date, chosen, fullBy, onChoose }: SlotListProps) {
  const slots = data.slots.filter((slot) => slot.date === date);
  const isWholeDay = data.choose === 'day';
  const names = [...new Set(data.frames.filter((frame) => frame.date === date).map(({ name }) => name))];
  const title = isWholeDay ? formatMonthDay(date) : `${formatMonthDay(date)}の受付時間`;
  const reachable = slots.findIndex(({ slotCode }) => slotCode === chosen);
  const entry = reachable >= 0 ? reachable : slots.findIndex((slot) => isSlotChoosable(slot, fullBy));
  const full = fullFrames(data, date);
  const isWished = fullBy === 'wish' && slots.some(({ state }) => state === 'full');
  return (
    <section className={styles.times} aria-label={title}>
      <h3>{title}</h3>
      {slots.length === 0 && <Muted above="1">この日に選べる受付時間はありません。</Muted>}
      <Grid
        columns="3"
        gap="1-half"
        above="1"
        className={styles.slots}
        data-whole={isWholeDay ? '' : undefined}
        onKeyDown={moveAmong}
      >
        {slots.map((slot, at) => {
          const isOpen = isSlotChoosable(slot, fullBy);
          return (
            <button
              key={slot.slotCode}
              type="button"
              className={styles.slot}
              id={at === Math.max(0, entry) ? PLACES.slot : undefined}
              data-state={slot.state}
              tabIndex={at === Math.max(0, entry) ? 0 : -1}
              aria-pressed={slot.slotCode === chosen}
              aria-disabled={!isOpen}
              title={slot.state === 'full' && fullBy === null ? NOT_YOURS : undefined}
              onClick={() => isOpen && onChoose(slot)}
            >
              <b>{isWholeDay ? 'この日に予約する' : slot.startTime}</b>
              <Left slot={slot} fullBy={fullBy} />
            </button>
          );
        })}
      </Grid>
      {full.length > 0 && (
        <Muted above="1">
          満員の枠：<b>{full.join('、')}</b>
        </Muted>
      )}
      {isWished && <Muted above="1">{WISHED}</Muted>}
      <Muted above="1">
        {names.length > 0
          ? `残りは ${names.join('・')} のいちばん少ない枠です。`
          : '残りは、必要な枠のうちいちばん少ない枠の数です。'}
      </Muted>
    </section>
  );
}

function Left({ slot, fullBy }: { slot: Slot; fullBy: FullBy }) {
  if (slot.state === 'open') return <span>残り {slot.left}</span>;
  if (slot.state === 'none') return <span>枠なし</span>;
  if (fullBy === 'wish') return <span>満・希望</span>;
  return fullBy === 'raise' ? <span>満・増やす</span> : <Badge tone="full">満</Badge>;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

function moveAmong(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  all[all.indexOf(event.target as HTMLElement) + step]?.focus();
}
