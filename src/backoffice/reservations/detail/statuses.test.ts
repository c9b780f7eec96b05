// Every status to every status that staff may choose: what becomes of the places, worked out by hand.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usedOn, wrongCounters } from '#tests/kit/booking-hospital.ts';
import {
  type Booking,
  BY_DAY,
  dateForm,
  openReservationOffice,
  type ReservationOffice,
  UPDATE,
  WISH,
} from '#tests/kit/reservation-office.ts';

const CHOICES = ['21', '22', '23', '91', '92', '99'] as const;
const LIVE = ['21', '22', '23'];
/** As rules.md has it: who holds places in which status. */
const HOLDS: Record<'booked' | 'desired', readonly string[]> = { booked: ['21', '22', '23'], desired: ['23'] };

const HERE = '2026-12-01';
const THERE = '2026-12-08';
const KINDS = {
  'by time': { frame: '0001', slot: '09', form: {} },
  'by day': { frame: '0004', slot: 'ZZ', form: BY_DAY },
} as const;

let office: ReservationOffice;
beforeAll(async () => {
  office = await openReservationOffice();
});
afterAll(async () => {
  expect(await wrongCounters(office.db)).toEqual([]);
  await office.service.close();
});

interface Case {
  from: string;
  to: string;
  room: number;
  moves: boolean;
}

/** All of them in one walk: each case takes the reservation to where it begins first. */
async function walk(kind: keyof typeof KINDS, birth: keyof typeof HOLDS, cases: readonly Case[]): Promise<void> {
  const { frame, slot, form } = KINDS[kind];
  const { book, service, db, token, leaveRoom, row } = office;
  const isDesired = birth === 'desired';
  const { number } = await book({ ...form, ...(isDesired ? { ...WISH, ...desiredCourse(kind) } : {}) });
  const key = `${frame}/${slot}`;
  const used = async (date: string) => (await usedOn(db, date))[key] ?? 0;
  const update = (statusCode: string, date: string) =>
    service.post(UPDATE, { ukno: number, statusCode, ...dateForm(date), reserveTmzn: slot }, token);
  const holds = (status: string) => HOLDS[birth].includes(status);

  for (const { from, to, room, moves } of cases) {
    const name = `${from} to ${to}, ${moves ? 'moved, ' : ''}room ${room}`;
    for (const date of [HERE, THERE]) await leaveRoom(frame, date, slot, 1);
    expect((await update(from, HERE)).body.errorCode, name).toBe(0);
    for (const date of [HERE, THERE]) await leaveRoom(frame, date, slot, room);
    const before = await row(number);

    const target = moves ? THERE : HERE;
    const { body } = await update(to, target);
    const needsRoom = holds(to) && (moves || !holds(from));
    if (needsRoom && room === 0) {
      const when = target.replaceAll('-', '/') + (slot === 'ZZ' ? '' : ' 9:00');
      const sentence = `${when}の予約枠に空きがありません。別の日時を選択してください。`;
      expect(body, name).toMatchObject({ errorCode: 14, errorMessagesList: [sentence] });
      expect(await row(number), name).toEqual(before);
      expect([await used(HERE), await used(THERE)], name).toEqual([holds(from) ? 1 : 0, 0]);
      continue;
    }
    expect(body, name).toMatchObject({
      errorCode: 0,
      version: String(Number(before.version) + (moves || from !== to ? 1 : 0)),
    });
    const taken = holds(to) ? 1 : 0;
    expect([await used(HERE), await used(THERE)], name).toEqual(moves ? [0, taken] : [taken, 0]);
    const isNews = moves || LIVE.includes(from) !== LIVE.includes(to);
    const after = await row(number);
    expect(after.news_version, name).toBe(isNews ? after.version : before.news_version);
    expect(after.download_status, name).toBe(isNews ? 'changed' : before.download_status);
  }
  await update('99', HERE);
}

/** The desired society has a course of each kind. */
const desiredCourse = (kind: keyof typeof KINDS) => (kind === 'by day' ? { kscd: '0002', courseJkcd: '01' } : {});

const all = (moves: boolean): Case[] =>
  CHOICES.flatMap((from) => CHOICES.flatMap((to) => [0, 1].map((room) => ({ from, to, room, moves }))));

describe.each(['by time', 'by day'] as const)('a frame %s', (kind) => {
  describe.each(['booked', 'desired'] as const)('%s', (birth) => {
    test('each to each, with room and without', () => walk(kind, birth, all(false)));
    test('each to each on another day, with room and without', () => walk(kind, birth, all(true)));
  });
});

describe.each(['by time', 'by day'] as const)('a replaced reservation of a frame %s', (kind) => {
  test.each([
    ['31', '21'],
    ['32', '23'],
  ])('%s cannot be edited', async (status, before) => {
    const { slot, form } = KINDS[kind];
    const { book, change, update, shown, service, token, db, row } = office;
    const old: Booking = await book({ ...form, reserveDate: '2026/12/15' });
    await update(old.number, { statusCode: before });
    const next = await change(old, { reserveDate: '2026/12/16' });
    expect(await shown(old.number)).toMatchObject({ statusCode: status });
    const counters = [await usedOn(db, '2026-12-15'), await usedOn(db, '2026-12-16')];
    const untouched = await row(old.number);
    for (const statusCode of CHOICES) {
      const edit = { ukno: old.number, statusCode, ...dateForm('2026-12-15'), reserveTmzn: slot };
      const { body } = await service.post(UPDATE, edit, token);
      expect(body, statusCode).toMatchObject({ errorCode: 14 });
      expect(body.errorMessage).toContain(String(next.number));
    }
    expect(await row(old.number)).toEqual(untouched);
    expect([await usedOn(db, '2026-12-15'), await usedOn(db, '2026-12-16')]).toEqual(counters);
    await update(next.number, { statusCode: '99' });
  });
});
