// Shows what can be added to a reservation and dropped from it on its number, and does it.
import { amend, canMail } from '#booking/write/amend.ts';
import { type Amendable, type FrameOnDay, readAmendable, readFramesOnDay } from '#booking/write/amendable.ts';
import { formatTime, japanTimeOf } from '#domain/calendar/clock.ts';
import { optionKey } from '#domain/offer/offer.ts';
import { amendPlaces, type Frame } from '#domain/offer/places.ts';
import { payable } from '#domain/offer/price.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { occupiesPlaces } from '#domain/reservation/reservation-status.ts';
import { isAtLeast } from '#domain/staff/roles.ts';
import { type Handler, handle } from '#server/service.ts';
import { Failure } from '#wire/failure.ts';
import { assertMayRaise, cellsToRaise, reword } from '../staff-refusals.ts';
import { type Amending, amendOptions, openAmendment } from './contract.ts';

type Group = Amending['groups'][number];
type Option = Group['options'][number];

const OTHER_OFFER = '料金または予約の内容が変わりました。内容を確認して、もう一度変更してください。';

export const amendHandlers: Handler[] = [
  handle(openAmendment, async (db, who, { number }) => {
    const found = await readAmendable(db, who, number);
    const groups = groupsOf(found);
    const frameCodes = groups.flatMap(({ options }) => options).flatMap(({ frame }) => frame?.frameCode ?? []);
    const frames = await readFramesOnDay(db, who.institutionCode, found, frameCodes);
    const { reservation } = found;
    const { visitDate, total } = reservation;
    return {
      ...found,
      ...reservation,
      version: String(found.version),
      startTime: formatTime(reservation.startMinute),
      receivedTime: formatTime(found.receivedAt && japanTimeOf(found.receivedAt).minute),
      totalWithTax: payable(total, reservation),
      canRaise: isAtLeast(who.role, 'manager'),
      canMail: canMail(found, who.now),
      groups: groups.map((group) => ({
        ...group,
        options: group.options.map((option) => ({ ...option, ...roomFor(found, option, frames) })),
      })),
      frames: frames.map(({ used, slotCode, ...frame }) => ({
        ...frame,
        date: visitDate,
        slotCode: found.slotCode,
        placeSlotCode: slotCode,
        taken: used,
        quantity: 1,
      })),
    };
  }),

  handle(amendOptions, async (db, who, { requestId, raise, raised, ...sent }) => {
    assertMayRaise(who, { raise });
    const amendment = { ...sent, raise: cellsToRaise({ raise, raised }) };
    const { mails, ...amended } = await amend(db, who, amendment, requestId).catch((error) => {
      const isOther = error instanceof Failure && error.name === 'OtherOffer';
      throw isOther ? new Failure(error.name, [OTHER_OFFER]) : reword(error);
    });
    return { ...amended, mailKinds: mails };
  }),
];

type Shown = Omit<Option, 'left' | 'state' | 'frameCode'> & { groupCode: string; frame: Frame | null };
type ShownGroup = Omit<Group, 'options'> & { options: Shown[] };

function groupsOf({ groups, options, items }: Amendable): ShownGroup[] {
  const booked = new Map(options.map((option) => [optionKey(option), option]));
  const shown = new Map<string, ShownGroup>(
    groups.map((group) => [
      group.groupCode,
      {
        ...group,
        options: group.options.map((option) => {
          const own = booked.get(optionKey(option));
          return { ...option, isBooked: own !== undefined, isOffered: true, bookedAmount: own?.amount ?? 0 };
        }),
      },
    ]),
  );
  const isOffered = new Set(groups.flatMap((group) => group.options).map(optionKey));
  for (const option of options.filter((one) => !isOffered.has(optionKey(one)))) {
    const { groupCode, amount } = option;
    const item = items.find((one) => optionKey(one) === optionKey(option));
    const group = shown.get(groupCode) ?? {
      groupCode,
      name: item?.groupName ?? 'その他',
      description: item?.groupDescription ?? '',
      selection: item?.selection ?? 'multiple',
      options: [],
    };
    const price = { lowest: amount, isFrom: false, isInitial: false, bookedAmount: amount };
    group.options.push({ ...option, ...price, isBooked: true, isOffered: false, frame: item?.frame ?? null });
    shown.set(groupCode, group);
  }
  return [...shown.values()];
}

function roomFor(
  { courseFrames, places, items, slotCode, status, reservation }: Amendable,
  { frame, isBooked }: Shown,
  frames: readonly FrameOnDay[],
): Pick<Option, 'left' | 'state' | 'frameCode'> {
  const isOfCourse = frame?.countedAs === 'persons' && courseFrames.some((one) => one.frameCode === frame.frameCode);
  const frameCode = frame && !isOfCourse && occupiesPlaces(status, reservation.desired) ? frame.frameCode : '';
  const noneNeeded = { left: -1, state: 'none', frameCode } as const;
  const found = frames.find((one) => one.frameCode === frameCode);
  if (!frame || !found || isBooked) return noneNeeded;
  const held = new Map(places.map((place) => [place.frameCode, place.quantity]));
  const kept = items.flatMap((item) => item.frame ?? []);
  const after = amendPlaces(held, { course: courseFrames, kept, dropped: [], added: [frame] }).get(frameCode);
  if (after === undefined) return noneNeeded;
  const isTimeless = slotCode === WHOLE_DAY && frame.managedBy === 'time';
  if (found.capacity === 0 || isTimeless) return { left: 0, state: 'missing', frameCode };
  const left = found.capacity - found.used;
  return { left, state: left > 0 ? 'open' : 'full', frameCode };
}
