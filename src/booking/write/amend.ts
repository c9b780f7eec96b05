// Adds and drops options of a reservation on its number, for staff: what stays, stays as it was booked, and only the difference is
// looked at, written, and reported.
import { withNextVersion } from '#booking/mail/mail-data.ts';
import { writeReservationMails } from '#booking/mail/reservation-mails.ts';
import { OutdatedCourseData } from '#booking/policy/course-data.ts';
import { refuse } from '#booking/policy/refusals.ts';
import type { Db } from '#db/database.ts';
import { formatTime, today } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { type Choice, type OptionRow, optionKey } from '#domain/offer/offer.ts';
import { amendPlaces, type Frame, needsTime, slotOf } from '#domain/offer/places.ts';
import { payable, sumAmounts } from '#domain/offer/price.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { occupiesPlaces } from '#domain/reservation/reservation-status.ts';
import { byStaff, rowOf } from '#server/access-log/write-log.ts';
import { stale } from '#server/records/masters.ts';
import type { Administrator } from '#server/service.ts';
import { Failure, refused } from '#wire/failure.ts';
import { type Amendable, readAmendable, readFramesOnDay } from './amendable.ts';
import { frameRows, optionRows } from './booking-rows.ts';
import { findStoredAnswer, type IdempotencyKey, idempotencyKey } from './idempotency-keys.ts';
import { type RaisedCell, writeAmendment } from './write-booking.ts';

interface Amendment {
  number: number;
  version: string | null;
  /** The whole set as it is to be. */
  options: readonly Choice[];
  /** Of that set, as it was shown. */
  total: number;
  sendMail: boolean;
  /** Cells that may be raised where they are full; null raises none. */
  raise: readonly RaisedCell[] | null;
}

interface Amended {
  version: string;
  total: number;
  totalWithTax: number;
  mails: 'confirmed'[];
}

/** The masters, the reservation or its frames were changed between the look and the write: then it is looked at again. */
class Moved extends Error {}
const MAX_ATTEMPTS = 5;

export async function amend(
  db: Db,
  who: Administrator,
  amendment: Amendment,
  requestId: string | null,
): Promise<Amended> {
  const request = idempotencyKey('amend', { examineeId: null, clerk: who }, requestId, amendment);
  for (let attempt = 1; ; attempt++) {
    try {
      const found = await readAmendable(db, who, amendment.number);
      const change = validateAmendment(found, amendment);
      if (change.added.length === 0 && change.dropped.length === 0) return stands(found);
      return await write(db, who, amendment, { found, change, request });
    } catch (error) {
      if (error instanceof Moved && attempt < MAX_ATTEMPTS) continue;
      const refusal = error instanceof Moved ? stale() : error;
      if (!(refusal instanceof Failure)) throw refusal;
      // What can no longer be changed may have been changed by this very request.
      const answer = await findStoredAnswer<Amended>(db, who.institutionCode, request);
      if (!answer) throw refusal;
      return answer;
    }
  }
}

type Option = Amendable['options'][number];

interface Change {
  /** All that is then booked, in the order of the option step; what that does not have stands at the end. */
  options: Option[];
  added: Option[];
  dropped: Option[];
  total: number;
  /** Of each frame that changes: how many it then has, and how many those are more. */
  places: (Frame & { slotCode: string; quantity: number; more: number })[];
}

/** What will stand there; throws where it may not. */
function validateAmendment(found: Amendable, { version, options: wanted, total: shown }: Amendment): Change {
  if (version !== null && version !== String(found.version)) throw stale();
  if (found.institution.taxDisplay !== found.reservation.taxDisplay) {
    throw refused('予約のあとに税の表示（税抜・税込）が変わったため、変更できません。');
  }
  const offered = new Map(found.groups.flatMap(({ options }) => options).map((option) => [optionKey(option), option]));
  const booked = new Set(found.options.map(optionKey));
  const keys = new Set(wanted.map(optionKey));
  const added = [...offered.values()].filter((row) => keys.has(optionKey(row)) && !booked.has(optionKey(row)));
  const untimed = found.slotCode === WHOLE_DAY && added.find(({ frame }) => frame && needsTime([frame]));
  if (untimed) {
    throw refused(`「${untimed.name}」には受付時間が必要です。この予約には受付時間がないため、追加できません。`);
  }
  if (keys.size < wanted.length) throw refuse('OptionTwice');
  if ([...keys].some((key) => !offered.has(key) && !booked.has(key))) throw refuse('OptionUnfit');
  if (hasSeveralOfSingle(found, wanted)) throw refuse('SeveralOfSingle');
  const kept = found.options.filter((option) => keys.has(optionKey(option)));
  const dropped = found.options.filter((option) => !keys.has(optionKey(option)));
  const order = [...offered.keys()];
  const rank = (option: Option) => (offered.has(optionKey(option)) ? order.indexOf(optionKey(option)) : order.length);
  const options = [...kept, ...added].sort((a, b) => rank(a) - rank(b));
  const total = sumAmounts([{ amount: found.courseAmount }, ...options]);
  if (total !== shown) throw refuse('OtherOffer');
  return { options, added, dropped, total, places: placesAfter(found, kept, dropped, added) };
}

/** By what the groups are now; those that the masters no longer have are asked nothing. */
function hasSeveralOfSingle({ groups, items }: Amendable, wanted: readonly Choice[]): boolean {
  const single = new Set(
    [...groups, ...items].filter(({ selection }) => selection === 'single').map(({ groupCode }) => groupCode),
  );
  return [...Map.groupBy(wanted, ({ groupCode }) => groupCode)].some(
    ([groupCode, same]) => same.length > 1 && single.has(groupCode),
  );
}

function placesAfter(
  { items, courseFrames, places, slotCode }: Amendable,
  kept: readonly Option[],
  dropped: readonly Option[],
  added: readonly OptionRow[],
): Change['places'] {
  const itemFrames = new Map(items.map((item) => [optionKey(item), item.frame]));
  const framesOf = (options: readonly Option[]) => options.flatMap((option) => itemFrames.get(optionKey(option)) ?? []);
  const parts = {
    course: courseFrames,
    kept: framesOf(kept),
    dropped: framesOf(dropped),
    added: added.flatMap(({ frame }) => frame ?? []),
  };
  const own = new Map(places.map((place) => [place.frameCode, place]));
  const frames = new Map([...Object.values(parts).flat(), ...places].map((frame) => [frame.frameCode, frame]));
  const held = new Map(places.map(({ frameCode, quantity }) => [frameCode, quantity]));
  return [...amendPlaces(held, parts)].flatMap(([frameCode, quantity]) => {
    const frame = frames.get(frameCode);
    if (!frame) return [];
    const { managedBy, countedAs } = frame;
    const more = quantity - (held.get(frameCode) ?? 0);
    const slot = own.get(frameCode)?.slotCode ?? slotOf(frame, slotCode);
    return [{ frameCode, managedBy, countedAs, slotCode: slot, quantity, more }];
  });
}

const occupies = ({ status, reservation }: Amendable) => occupiesPlaces(status, reservation.desired);

/** Throws which frames are full, a sentence for each; none may be any more. */
async function assertRoom(db: Db, who: Administrator, found: Amendable, { places }: Change): Promise<void> {
  const more = new Map(places.filter((place) => place.more > 0).map((place) => [place.frameCode, place.more]));
  if (more.size === 0 || !occupies(found)) return;
  const frames = await readFramesOnDay(db, who.institutionCode, found, more.keys());
  const full = frames.filter(({ frameCode, capacity, used }) => capacity - used < (more.get(frameCode) ?? 0));
  if (full.length === 0) return;
  const { visitDate, startMinute } = found.reservation;
  const sentences = full.map(({ name, managedBy }) => {
    const when = [formatOfficeDate(visitDate), managedBy === 'time' && formatTime(startMinute)]
      .filter(Boolean)
      .join(' ');
    return `${name}（${when}）の枠に空きがありません。`;
  });
  throw new Failure('Full', sentences);
}

/** As it is; nothing is written. */
const stands = (found: Amendable): Amended => ({
  ...sums(found, found.reservation.total),
  version: String(found.version),
  mails: [],
});

const sums = ({ reservation }: Amendable, total: number) => ({ total, totalWithTax: payable(total, reservation) });

/** On the day itself, of what is confirmed, where somebody can be written to. */
export const canMail = ({ status, reservation }: Amendable, now: Date): boolean =>
  status === 'confirmed' && reservation.mail !== '' && reservation.visitDate === today(now);

interface Writing {
  found: Amendable;
  change: Change;
  request: IdempotencyKey | null;
}

async function write(db: Db, who: Administrator, amendment: Amendment, writing: Writing): Promise<Amended> {
  const { found, change, request } = writing;
  const { reservation } = found;
  const { options, added, dropped, places, total } = change;
  const mails: Amended['mails'] = amendment.sendMail && canMail(found, who.now) ? ['confirmed'] : [];
  const answer = { ...sums(found, total), version: String(found.version + 1), mails };
  const mailed = { ...withNextVersion(found, { options, total }), today: today(who.now) };
  const entry = { ...byStaff(who), subject: String(amendment.number) };
  const counts = [added.length > 0 && `追加${added.length}`, dropped.length > 0 && `取りやめ${dropped.length}`];
  const note = `オプションの変更（${counts.filter(Boolean).join('・')}）`;
  const earlier = await writeAmendment<Amended>(db, {
    institution_code: who.institutionCode,
    reservation_number: amendment.number,
    expected: { version: found.version },
    version: found.mastersVersion,
    now: who.now.toISOString(),
    frames: frameRows(places),
    places: places.map(({ frameCode, slotCode, quantity, more }) => ({
      frame_code: frameCode,
      visit_date: reservation.visitDate,
      slot_code: slotCode,
      quantity,
      held: occupies(found),
      act: quantity === 0 ? 'drop' : quantity === more ? 'add' : 'change',
    })),
    options: optionRows(options),
    total_amount: total,
    actor: { kind: 'administrator', id: who.userId },
    details: {
      options: { added: added.map(named), dropped: dropped.map(named) },
      total: { from: payable(reservation.total, reservation), to: answer.totalWithTax },
      mail: mails[0],
    },
    mails: writeReservationMails(mails, mailed, who.service.config.publicUrl),
    log: rowOf({ ...entry, act: 'change', details: { note } }),
    ...(amendment.raise && {
      raise: { cells: amendment.raise, log: rowOf({ ...entry, act: 'master', details: { note: '枠の追加' } }) },
    }),
    request: request && { ...request, answer },
    answer,
  }).catch(async (error) => {
    const name = error instanceof Failure ? error.name : null;
    if (name === 'Full' && !amendment.raise) await assertRoom(db, who, found, change);
    throw error instanceof OutdatedCourseData || name === 'NoLongerChangeable' || name === 'Full' ? new Moved() : error;
  });
  return earlier ?? answer;
}

const named = ({ name, amount }: Option) => ({ name, amount });
