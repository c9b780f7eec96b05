// Races for places: many clients at once, through the real door, on a real database.
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { addDays } from '#domain/calendar/plain-date.ts';
import { type Form, guestForm } from '#tests/kit/booking-forms.ts';
import { buildWorld } from '#tests/kit/booking-world.ts';
import { deskForm } from '#tests/kit/desk-forms.ts';
import type { Bench } from './acts.ts';
import { rangeForm } from './calendar-acts.ts';

const GUEST = '/api/Account/CommonGuestNewReserve';
const LOGGED_IN = '/api/Account/CommonLoginedNewReserve';
const CHANGE = '/api/Account/CommonLoginedChangeReserve';

const TODAY = '2026-11-15';
const SLOTS = ['09', '10', '11'];
/** So many days fit into the fiscal year. */
const DAYS = 120;
const wire = (date: string) => date.replaceAll('-', '/');

/** Three frames whose options name them in different orders; a day per round. */
export async function openRaceGround(
  bench: Bench,
  institutionCode: string,
  capacity: number,
  days = DAYS,
): Promise<void> {
  bench.setNow(new Date(`${TODAY}T03:00:00Z`));
  await buildWorld(bench.service.db, {
    institutionCode,
    institution: { bookable_from_days: 1, bookable_to_days: days },
    slots: Object.fromEntries(SLOTS.map((slot) => [slot, Number(slot) * 60])),
    frames: { '0001': { by: 'time' }, '0002': { by: 'time' }, '0003': { by: 'time', count: 'parts' } },
    groups: {
      '0001': {
        multiple: true,
        options: { '0001': { frame: '0001' }, '0002': { frame: '0002' }, '0003': { frame: '0003' } },
      },
    },
    courses: (['0001', '0002', '0003'] as const).map((frame) => ({
      code: frame,
      prices: [{ amount: 10_000 }],
      frames: [{ frame }],
      options: [
        { option: '0001', amount: 0 },
        { option: '0002', amount: 0 },
        { option: '0003', amount: 0 },
      ],
    })),
    capacity: {
      from: TODAY,
      to: addDays(TODAY, days),
      frames: { '0001': capacity, '0002': capacity, '0003': capacity },
    },
  });
}

let people = 0;
const someone = (institutionCode: string, date: string, changes: Form = {}) =>
  guestForm(institutionCode, { email1: `r${++people}@example.jp`, reserveDate: wire(date), ...changes });

/** A booking of somebody new. */
export const bookAnyone = (bench: Bench, institutionCode: string, date: string, changes: Form = {}) =>
  bench.post(GUEST, someone(institutionCode, date, changes));

export interface RaceResult {
  booked: number[];
  /** Answers that were neither a booking nor "full". */
  strange: unknown[];
}

/** Each round: so many clients at once for the one place of a slot. */
export async function raceForLastPlace(
  bench: Bench,
  institutionCode: string,
  rounds: number,
  clients = 50,
): Promise<RaceResult> {
  const result: RaceResult = { booked: [], strange: [] };
  for (let round = 0; round < rounds; round++) {
    const date = addDays(TODAY, 1 + (round % (DAYS - 1)));
    const slot = { reserveTmzn: SLOTS[Math.floor(round / (DAYS - 1))] };
    const answers = await Promise.all(
      Array.from({ length: clients }, () => bench.post(GUEST, someone(institutionCode, date, slot))),
    );
    result.booked.push(answers.filter(({ body }) => body.errorCode === 0).length);
    result.strange.push(
      ...answers.map(({ body }) => body).filter((body) => body.errorCode !== 0 && body.redoStep !== 'calendar'),
    );
  }
  return result;
}

/** What is left of a round at the desk: how many were booked, what the cell holds then, and what was answered else. */
interface DeskRound {
  booked: number;
  used: number;
  capacity: number;
  /** Answers that were neither a booking nor a refusal for lack of room. */
  strange: unknown[];
}

/** Each round: two clerks and an examinee for the one place of a slot. In every second one both clerks agree to raise it from 1. */
export async function raceAtDesk(bench: Bench, institutionCode: string, rounds: number): Promise<DeskRound[]> {
  const { db } = bench.service;
  const clerk = await bench.staffTokenFor(institutionCode);
  const results: DeskRound[] = [];
  for (let round = 0; round < rounds; round++) {
    const date = addDays(TODAY, 1 + (round % (DAYS - 1)));
    const slot = SLOTS[Math.floor(round / (DAYS - 1))] ?? '';
    const seen: Form = { raise: '1', raiseWaku: ['0001'], raiseTmzn: [slot], raiseCnt1: [1] };
    const visit: Form = { reserveDate: wire(date), reserveTmzn: slot };
    const byClerk = () => bench.post('/api/Desk/Reserve', deskForm({ ...visit, ...(round % 2 === 1 && seen) }), clerk);
    const byHerself = () => bench.post(GUEST, someone(institutionCode, date, { reserveTmzn: slot }));
    const answers = await Promise.all([byClerk(), byHerself(), byClerk()]);
    const { rows } = await sql<{ used: number; capacity: number }>`
      select used, capacity from frame_capacities
       where institution_code = ${institutionCode} and frame_code = '0001' and visit_date = ${date}::date
         and slot_code = ${slot}`.execute(db);
    const refused = answers.map(({ body }) => body).filter(({ errorCode }) => errorCode !== 0);
    results.push({
      booked: answers.length - refused.length,
      used: rows[0]?.used ?? -1,
      capacity: rows[0]?.capacity ?? -1,
      strange: refused.filter(({ errorCode }) => errorCode !== 13),
    });
  }
  return results;
}

/**
 * Each round: two clerks add the option of one last place to reservations of today, sent twice, while an examinee books it and a third
 * clerk changes a reservation of tomorrow to it.
 */
export async function raceToAmend(bench: Bench, institutionCode: string, rounds: number): Promise<DeskRound[]> {
  const { db } = bench.service;
  await sql`update institutions set bookable_from_days = 0 where institution_code = ${institutionCode}`.execute(db);
  await sql`update frame_capacities set capacity = 999 where institution_code = ${institutionCode} and frame_code = '0001'`.execute(
    db,
  );
  const cell = sql`institution_code = ${institutionCode} and frame_code = '0002' and visit_date = ${TODAY}::date and slot_code = '11'`;
  bench.setNow(new Date(`${TODAY}T00:30:00Z`));
  const clerk = await bench.staffTokenFor(institutionCode);
  const visit: Form = { reserveTmzn: '11' };
  const option: Form = { opbr: ['0001'], opcd: ['0002'], optionJkcd: ['02'] };
  const results: DeskRound[] = [];
  for (let round = 0; round < rounds; round++) {
    await sql`update frame_capacities set capacity = used where ${cell}`.execute(db);
    const own = await Promise.all([1, 2].map(() => bookAnyone(bench, institutionCode, TODAY, visit)));
    const later = await bookAnyone(bench, institutionCode, addDays(TODAY, 1), visit);
    const change = { ...visit, ...option, reserveDate: wire(TODAY), choiceUkno: later.body.ukno };
    await sql`update frame_capacities set capacity = used + 1 where ${cell}`.execute(db);
    const before = (await sql<{ used: number }>`select used from frame_capacities where ${cell}`.execute(db)).rows[0];
    const add = async (ukno: unknown) => {
      const requestId = `race-${String(ukno)}-0123456789abcdef`;
      const form = { ukno, version: '1', opbr: ['0001'], opcd: ['0002'], sumGkgk: 10_000, requestId };
      const [answer] = await Promise.all([1, 2].map(() => bench.post('/api/Desk/Amend', form, clerk)));
      return answer;
    };
    const answers = await Promise.all([
      ...own.map(({ body }) => add(body.ukno)),
      bookAnyone(bench, institutionCode, TODAY, { ...visit, ...option }),
      bench.post('/api/Desk/Reserve', deskForm(change), clerk),
    ]);
    const { rows } = await sql<{ used: number; capacity: number }>`
      select used, capacity from frame_capacities where ${cell}`.execute(db);
    const refused = answers.map((answer) => answer?.body ?? {}).filter(({ errorCode }) => errorCode !== 0);
    results.push({
      booked: answers.length - refused.length + (before?.used ?? 0),
      used: rows[0]?.used ?? -1,
      capacity: rows[0]?.capacity ?? -1,
      strange: refused.filter(({ errorCode }) => errorCode !== 13),
    });
  }
  return results;
}

/** What a careless service does: looks whether there is room, and takes it a moment later. For one database, which is ruined. */
export async function switchGuardOff(db: Db): Promise<void> {
  await sql`alter table frame_capacities drop constraint never_oversold`.execute(db);
  await sql`
    create or replace function settle_places(moves place_move[]) returns void language plpgsql as $$
    begin
      if exists (select from unnest(moves) as m left join frame_capacities c
                   using (institution_code, frame_code, visit_date, slot_code)
                  where coalesce(c.capacity - c.used, 0) < m.delta) then
        raise exception using errcode = 'BK001', message = 'no place left';
      end if;
      -- Long enough for another to look meanwhile, also where there is one core.
      perform pg_sleep(0.1);
      update frame_capacities c set used = c.used + m.delta
        from unnest(moves) as m
       where (c.institution_code, c.frame_code, c.visit_date, c.slot_code)
           = (m.institution_code, m.frame_code, m.visit_date, m.slot_code);
    end $$`.execute(db);
}

/** The same request so many times at once; the answers. */
export async function sendAtOnce(bench: Bench, institutionCode: string, date: string, times: number) {
  const form = someone(institutionCode, date, { requestId: `race-${++people}-0123456789abcdef` });
  const answers = await Promise.all(Array.from({ length: times }, () => bench.post(GUEST, form)));
  return { form, answers: answers.map(({ body }) => body) };
}

/** Bookings and changes that use two or three frames, named in every order, while clerks edit the same days. */
export async function stir(bench: Bench, institutionCode: string, rounds: number): Promise<unknown[]> {
  const strange: unknown[] = [];
  const staff = await bench.staffTokenFor(institutionCode);
  const orders = [['0001', '0002'], ['0002', '0001'], ['0003', '0002'], ['0002', '0003', '0001'], ['0003'], []];
  const withOptions = (index: number): Form => {
    const options = orders[index % orders.length] ?? [];
    return {
      kscd: `000${1 + (index % 3)}`,
      opbr: options.map(() => '0001'),
      opcd: options,
      optionJkcd: options.map((code) => code.slice(2)),
    };
  };
  const note = ({ body }: { body: Record<string, unknown> }) => {
    const expected = body.errorCode === 0 || body.redoStep === 'calendar' || body.redoStep === 'my-page';
    if (!expected) strange.push(body);
    return body;
  };
  const day = (index: number) => addDays(TODAY, 1 + (index % 3));
  // Fifteen people with a booking each, who then all change at once to where the others are, again and again.
  const own = await Promise.all(
    Array.from({ length: 15 }, async (_, index) => {
      const form = someone(institutionCode, addDays(TODAY, 10 + index), withOptions(index));
      const body = note(await bench.post(GUEST, form));
      if (body.errorCode !== 0) throw new Error(JSON.stringify(body));
      return { number: body.ukno, form, token: await bench.tokenFor(institutionCode, String(form.email1)) };
    }),
  );
  for (let round = 0; round < rounds; round++) {
    await Promise.all([
      ...own.map(async (person, index) => {
        const form = {
          ...person.form,
          ...withOptions(index + round),
          reserveDate: wire(day(index + round)),
          choiceUkno: person.number,
        };
        const body = note(await bench.post(CHANGE, form, person.token));
        if (body.errorCode === 0) person.number = body.ukno;
      }),
      ...own.slice(0, 5).map(async (person, index) => {
        note(
          await bench.post(
            LOGGED_IN,
            { ...person.form, ...withOptions(index), reserveDate: wire(day(round + index)) },
            person.token,
          ),
        );
      }),
      // At the desk somebody books where it is full and raises it, or changes what its owner is changing too.
      ...own.slice(0, 6).map(async (person, index) => {
        const desk = deskForm({
          ...withOptions(index + round),
          reserveDate: wire(day(round + index)),
          choiceUkno: index < 3 ? person.number : 0,
          raise: '1',
          raiseWaku: ['0003', '0001', '0002'],
          raiseTmzn: ['09', '09', '09'],
          raiseCnt1: [1, 2, 3].map((count) => count + ((round + index) % 4)),
        });
        const { body } = await bench.post('/api/Desk/Reserve', desk, staff);
        if (![0, 13, 14].includes(body.errorCode as number)) strange.push(body);
        if (body.errorCode === 0 && index < 3) person.number = body.ukno;
      }),
      ...clerks(round).map(async ([path, form]) => {
        const { body } = await bench.post(path, form, staff);
        // Below what is taken, or on a day that is closed by then.
        if (![0, 13, 14].includes(body.errorCode as number)) strange.push(body);
      }),
    ]);
  }
  return strange;
}

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** Several at the same days of the same frames at once: in bulk, cell by cell, and closing and opening one of the days. */
function clerks(round: number): [path: string, form: Form][] {
  const range = rangeForm(TODAY, addDays(TODAY, 30), EVERY_DAY);
  const inBulk = (waku: string, count: number, clamp: string): [string, Form] => [
    '/api/MasterWWKKRBulk/Register',
    { waku, ...range, tmzns: SLOTS, tmznWakuCnt1: SLOTS.map(() => count), clamp },
  ];
  const day = addDays(TODAY, 1 + (round % 3));
  const month = { calenderYear: Number(day.slice(0, 4)), calenderMonth: Number(day.slice(5, 7)) };
  const cells = [...SLOTS].reverse().map((slot) => ({ slot, count: 1 + (round % 5) }));
  const byCell = (waku: string): [string, Form] => [
    '/api/MasterWWKKR/Update',
    {
      waku,
      ...month,
      clamp: '1',
      dates: cells.map(() => wire(day)),
      tmzns: cells.map(({ slot }) => slot),
      cnt1s: cells.map(({ count }) => count),
      recordStatuses: cells.map(() => '12'),
    },
  ];
  const ofDay = (ckbn: string): [string, Form] => [
    '/api/MasterWCALM/Update',
    { ...month, dates: [wire(day)], ckbns: [ckbn], recordStatuses: ['12'] },
  ];
  const count = 2 + (round % 4);
  return [
    ...['0001', '0002', '0003'].map((waku) => inBulk(waku, count, '1')),
    inBulk('0001', count + 1, '1'),
    inBulk('0002', 1, '0'),
    byCell('0001'),
    byCell('0003'),
    ofDay('1'),
    ofDay('9'),
    ['/api/MasterWCALMBulk/Register', rangeForm(addDays(TODAY, 40), addDays(TODAY, 60), [1])],
  ];
}

export async function countDeadlocks(db: Db): Promise<number> {
  // Backends report their statistics about once a second.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db);
  return rows[0]?.deadlocks ?? -1;
}
