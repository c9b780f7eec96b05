// Why a day can't be booked: full, without places, closed; and which chosen option is to blame.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Form, guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import { buildWorld } from '#tests/kit/booking-world.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { watchStatements } from '#tests/kit/statements.ts';

const HOSPITAL = '20000009';
const MONTH = '/api/CommonSelectCalender/ChangeCalender';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ env: { AVAILABILITY_REQUESTS_PER_MINUTE: '0' } });
  await buildWorld(service.db, {
    institutionCode: HOSPITAL,
    institution: { bookable_from_days: 1, bookable_to_days: 120 },
    slots: { '09': 540, '10': 600 },
    // Reception; endoscopy; women's examinations; MRI.
    frames: {
      '0001': { by: 'time' },
      '0002': { by: 'time' },
      '0003': { by: 'day', count: 'parts' },
      '0004': { by: 'day' },
    },
    groups: {
      '0001': { options: { '0001': { initial: true }, '0002': { frame: '0002' } } },
      '0002': { multiple: true, options: { '0003': { frame: '0003' }, '0004': { frame: '0003' }, '0005': {} } },
      '0003': { multiple: true, options: { '0006': { frame: '0004' } } },
    },
    courses: [
      {
        code: '0001',
        prices: [{ amount: 10_000 }],
        frames: [{ frame: '0001' }],
        options: ['0001', '0002', '0003', '0004', '0005', '0006'].map((option) => ({ option, amount: 100 })),
      },
    ],
    capacity: { from: '2026-11-15', to: '2027-03-31', frames: { '0001': 9, '0002': 1, '0003': 4, '0004': 2 } },
    closed: ['2026-12-13'],
  });
});
afterAll(() => service.close());

const GROUPS: Readonly<Record<string, string>> = { '0001': '0001', '0002': '0001', '0006': '0003' };

async function month(...codes: string[]) {
  const opbr = codes.map((code) => GROUPS[code] ?? '0002');
  const form = guestForm(HOSPITAL, { opbr, opcd: codes, optionJkcd: codes.map((_, at) => `0${at + 1}`) });
  const asked = stepForm(form, { calenderYear: 2026, calenderMonth: 12, reserveDate: '' });
  return (await service.post(MONTH, asked)).body;
}
const stateOn = (body: { calmData: Form[] }, day: string) =>
  body.calmData.find(({ date }) => date === `2026/12/${day}`)?.state;
/** Names of the options and the days, of every way. */
const waysOf = (body: { listOpOff: { listOpItems: Form[]; dates: string[] }[] }) =>
  body.listOpOff.map(({ listOpItems, dates }) => [listOpItems.map(({ opcd }) => opcd), dates]);

const set = (frame: string, day: string, slot: string, { capacity }: { capacity: number }) =>
  sql`update frame_capacities set capacity = ${capacity}
       where frame_code = ${frame} and visit_date = ${`2026-12-${day}`}::date and slot_code = ${slot}`.execute(
    service.db,
  );

describe('a day on which a needed frame has no capacity', () => {
  test('has none; only the institution itself is closed', async () => {
    await set('0001', '02', '09', { capacity: 0 });
    await set('0001', '02', '10', { capacity: 0 });
    const body = await month();
    expect(stateOn(body, '02')).toBe('none');
    expect(stateOn(body, '13')).toBe('closed');
    expect(body.calmData).toContainEqual({ date: '2026/12/02', ckbn: '9', state: 'none' });
    expect(body.listOpOff).toEqual([]);
  });
});

describe('today', () => {
  test('is not full because its times have begun', async () => {
    service.setNow('2026-12-15T10:00:00+09:00');
    await service.db.updateTable('institutions').set({ bookable_from_days: 0 }).execute();
    const begun = stateOn(await month(), '15');
    service.setNow('2026-12-15T09:30:00+09:00');
    const open = stateOn(await month(), '15');
    await set('0001', '15', '10', { capacity: 0 });
    const gone = stateOn(await month(), '15');
    await service.db.updateTable('institutions').set({ bookable_from_days: 1 }).execute();
    service.setNow('2026-11-15T10:00:00+09:00');
    expect([begun, open, gone]).toEqual(['outside', 'open', 'outside']);
  });
});

test('how many can book a day is shown: by time the least of each slot, by day no more than the least', async () => {
  const leftOn = (body: { leftList: Form[] }, day: string) =>
    body.leftList.find(({ date }) => date === `2026/12/${day}`)?.left;
  // Nine at both times; of these, one each with an endoscopy; two an MRI all day; four women's examinations, two each.
  expect([
    leftOn(await month(), '16'),
    leftOn(await month('0002'), '16'),
    leftOn(await month('0006'), '16'),
    leftOn(await month('0003', '0004'), '16'),
    leftOn(await month(), '13'),
  ]).toEqual([18, 2, 2, 2, undefined]);
});

describe('where only an option is in the way', () => {
  test('it is named with the days that it costs, and no others', async () => {
    await set('0004', '03', 'ZZ', { capacity: 0 });
    await set('0004', '04', 'ZZ', { capacity: 0 });
    const body = await month('0005', '0006');
    expect([stateOn(body, '03'), stateOn(body, '05')]).toEqual(['none', 'open']);
    expect(waysOf(body)).toEqual([[['0006'], ['2026/12/03', '2026/12/04']]]);
    expect(body.listOpOff[0].listOpItems).toEqual([
      { opbr: '0003', opcd: '0006', opnm: 'オプション0006', insteadOpcd: '', insteadJkcd: '', insteadOpnm: '' },
    ]);
    expect(waysOf(await month('0005'))).toEqual([]);
  });

  test('two that need the same frame go together, unless there is room for one of them', async () => {
    await set('0003', '07', 'ZZ', { capacity: 0 });
    await set('0003', '08', 'ZZ', { capacity: 1 });
    expect(waysOf(await month('0003', '0004'))).toEqual([
      [['0003', '0004'], ['2026/12/07']],
      [['0003'], ['2026/12/08']],
      [['0004'], ['2026/12/08']],
    ]);
  });

  test('one of a group that begins with another gives way to that one', async () => {
    await set('0002', '10', '09', { capacity: 0 });
    await set('0002', '10', '10', { capacity: 0 });
    const { listOpOff } = await month('0002');
    expect(listOpOff).toHaveLength(1);
    expect(listOpOff[0]).toMatchObject({
      listOpItems: [{ opcd: '0002', insteadOpcd: '0001', insteadJkcd: '01', insteadOpnm: 'オプション0001' }],
      dates: ['2026/12/10'],
    });
  });

  test('no statement is added', async () => {
    await month('0006');
    expect(await watchStatements(async () => void (await month('0006')))).toHaveLength(1);
  });
});
