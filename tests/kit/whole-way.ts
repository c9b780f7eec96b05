// The whole way to a booking, call by call as a browser makes them: for many people at once, in tests and in bench/.
import type { Db } from '#db/database.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { addMonths, type Month, monthOf } from '#domain/calendar/month.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { encodeForm } from '#wire/form.ts';
import { type Form, guestForm, stepForm } from './booking-forms.ts';
import { buildWorld } from './booking-world.ts';

const SLOTS = ['08', '09', '10', '11', '13'];
const DAYS = 50;

export interface WayGround {
  institutionCode: string;
  year: number;
  today: PlainDate;
  months: Month[];
  places: number;
}

/** An institution whose one course can be booked on some days ahead, for about so many people. */
export async function buildWayGround(
  db: Db,
  institutionCode: string,
  today: PlainDate,
  wanted: number,
  institution: Form = {},
): Promise<WayGround> {
  const from = addDays(today, 10);
  const year = fiscalYearOf(from);
  // A course belongs to one fiscal year.
  const length = Math.min(DAYS, Math.ceil(wanted / SLOTS.length));
  const days = Array.from({ length }, (_, n) => addDays(from, n)).filter((day) => fiscalYearOf(day) === year);
  const each = Math.ceil(wanted / days.length / SLOTS.length);
  await buildWorld(db, {
    institutionCode,
    institution: { bookable_from_days: 1, bookable_to_days: 120, ...institution },
    slots: Object.fromEntries(SLOTS.map((slot) => [slot, Number(slot) * 60])),
    frames: { '0001': { by: 'time' }, '0002': { by: 'day' } },
    groups: { '0001': { multiple: true, options: { '0001': { frame: '0002' }, '0002': {} } } },
    courses: [
      {
        code: '0001',
        year,
        registration: [addDays(today, -10), addDays(today, 100)],
        prices: [{ amount: 10_000 }],
        frames: [{ frame: '0001' }],
        options: [
          { option: '0001', amount: 1100 },
          { option: '0002', amount: 2200 },
        ],
      },
    ],
    capacity: { from, to: days.at(-1) ?? from, frames: { '0001': each, '0002': 999 } },
  });
  // The first is the one that the calendar opens with.
  const months = [0, 1, 2].map((n) => addMonths(monthOf(addDays(today, 1)), n));
  return { institutionCode, year, today, months, places: each * days.length * SLOTS.length };
}

export type Step = 'top' | 'courses' | 'options' | 'month' | 'preview' | 'reserve';

export interface Sent {
  step: Step;
  path: string;
  body: string;
  token?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: the wire as a client sees it
type Send = (sent: Sent) => Promise<{ status: number; body: any }>;

/** One person's forms, filled in beforehand but for the day: that is chosen from what the calendar shows. */
export interface Walker {
  number: number;
  token?: string;
  top: string;
  courses: string;
  options: string;
  months: string[];
  preview: string;
  reserve: string;
}

export function prepareWalker(ground: WayGround, number: number, token?: string): Walker {
  const { institutionCode, year, today } = ground;
  const form = guestForm(institutionCode, {
    nend: year,
    opbr: ['0001'],
    opcd: ['0001'],
    optionJkcd: ['01'],
    sumGkgk: 11_100,
    email1: `walker${number}@example.jp`,
    nam2: '太郎',
    ryk2: 'タロウ',
    inputSex: '1',
    requestId: crypto.randomUUID(),
  });
  const write = (changes: Form, { reserveDate, reserveTmzn, tmzn, ...rest }: Form) =>
    encodeForm({ ...rest, ...changes }).toString();
  const unknown = { ircd: institutionCode, jgcd: '00000000', hfkb: 'Z', sex: 'Z', age: 40 };
  const steps = { ...stepForm(form), hfkb: 'Z' };
  return {
    number,
    token,
    top: write({}, { param: `r${institutionCode}` }),
    courses: write({ nend: fiscalYearOf(today) === year ? 0 : year }, unknown),
    options: write({ nend: year, kscd: '0001', jkcd: '01' }, unknown),
    months: ground.months.map(({ year: calenderYear, month }) =>
      write({ calenderYear, calenderMonth: month }, { ...unknown, ...withoutPerson(steps) }),
    ),
    preview: write({}, steps),
    reserve: write({}, form),
  };
}

/** Before the input step nobody knows who it is. */
const withoutPerson = ({ sex, btdyYear, btdyMonth, btdyDate, ...rest }: Form): Form => rest;

interface Place {
  date: string;
  tmzn: string;
}

export interface Walked {
  /** Sold out: the calendar has no place left, which is as good an answer as any. */
  end: 'booked' | 'sold out' | 'sent away';
  /** Where a place was refused as full. */
  full: string[];
  /** What nobody should ever be told. */
  strange: unknown[];
}

/** More often than this nobody tries another day. */
const PATIENCE = 30;

/** Walks from the top page to the booking; where the place is gone by then, back to the calendar. */
export async function walk(send: Send, walker: Walker): Promise<Walked> {
  const walked: Walked = { end: 'sent away', full: [], strange: [] };
  const ask = async (step: Step, path: string, body: string) => {
    const answer = await send({ step, path, body, token: walker.token });
    const isFull = step === 'reserve' && answer.body.errorCode === 13 && answer.body.redoStep === 'calendar';
    if (answer.body.errorCode !== 0 && !isFull) {
      walked.strange.push({ step, status: answer.status, body: answer.body });
    }
    return answer.body;
  };
  const [first, ...others] = walker.months;
  const readMonth = async (body: string, isFirst: boolean): Promise<Place[]> => {
    const name = isFirst ? 'FirstDisplay' : 'ChangeCalender';
    return (await ask('month', `/api/CommonSelectCalender/${name}`, body)).reserveData ?? [];
  };

  await ask('top', '/api/CommonTop/CommonTopFirstDisplay', walker.top);
  await ask('courses', '/api/CommonSelectCourse/FirstDisplay', walker.courses);
  await ask('options', '/api/CommonSelectOption/FirstDisplay', walker.options);
  let places = await readMonth(first ?? '', true);
  for (const month of others) places = [...places, ...(await readMonth(month, false))];
  for (let attempt = 0; attempt < PATIENCE && walked.strange.length === 0; attempt++) {
    for (const month of attempt === 0 ? [] : walker.months) {
      places = await readMonth(month, false);
      if (places.length > 0) break;
    }
    // People want different days, the same ones in every run.
    const place = places[(walker.number * 7919 + attempt * 104_729) % places.length];
    if (!place) return { ...walked, end: 'sold out' };
    const day = encodeURIComponent(place.date);
    await ask(
      'preview',
      '/api/CommonConfirmReserveInfo/FirstDisplay',
      `${walker.preview}&reserveDate=${day}&tmzn=${place.tmzn}`,
    );
    const name = walker.token ? 'CommonLoginedNewReserve' : 'CommonGuestNewReserve';
    const chosen = `${walker.reserve}&reserveDate=${day}&reserveTmzn=${place.tmzn}`;
    const answer = await ask('reserve', `/api/Account/${name}`, chosen);
    if (answer.errorCode === 0) return { ...walked, end: 'booked' };
    walked.full.push(`${place.date}/${place.tmzn}`);
  }
  return walked;
}
