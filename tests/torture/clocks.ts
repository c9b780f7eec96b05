// The service at the edges of its clock, through its doors: midnight in Tokyo, the end of a fiscal year, February 29, and a clock that
// is set back by an hour. What examinees and staff would notice, beside what they may expect.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runDaily } from '#booking/mail/daily-run.ts';
import { dateParts, type PlainDate } from '#domain/calendar/plain-date.ts';
import { NightlyBackups } from '#server/backup/nightly.ts';
import { type Form, guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import { buildWorld, type WorldSpec } from '#tests/kit/booking-world.ts';
import { sendDue } from '#tests/kit/outbox.ts';
import type { Bench } from './acts.ts';

const SOCIETY = '30000001';
const GUEST = '/api/Account/CommonGuestNewReserve';
const CANCEL = '/api/CommonConfirmCancel/';
const MY_PAGE = '/api/CommonMyPage/FirstDisplay';

/** In Tokyo. */
const at = (moment: string) => new Date(`${moment}+09:00`);

export interface Outcome {
  checks: number;
  wrong: string[];
}

/** One institution, its people, and what was not as expected. */
class Scene implements Outcome {
  checks = 0;
  readonly wrong: string[] = [];
  readonly bench: Bench;
  readonly code: string;
  #people = 0;
  #moment = '';

  constructor(bench: Bench, code: string) {
    this.bench = bench;
    this.code = code;
  }

  setNow(moment: string): void {
    this.#moment = moment;
    this.bench.setNow(at(moment));
  }

  hold(what: string, found: unknown, expected: unknown): void {
    this.checks++;
    const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
    if (a !== b) this.wrong.push(`${this.#moment}, ${what}: ${a} instead of ${b}`);
  }

  open(spec: Partial<WorldSpec> & Pick<WorldSpec, 'courses' | 'capacity'>): Promise<void> {
    return buildWorld(this.bench.service.db, {
      institutionCode: this.code,
      slots: { '09': 540 },
      frames: { '0001': { by: 'time' } },
      ...spec,
    });
  }

  form(date: PlainDate, changes: Form = {}): Form {
    const mail = `clock${++this.#people}@example.jp`;
    return guestForm(this.code, { reserveDate: date.replaceAll('-', '/'), email1: mail, ...changes });
  }

  /** 0, or where a refusal leads. */
  async book(form: Form): Promise<unknown> {
    const { body } = await this.bench.post(GUEST, form);
    return body.errorCode === 0 ? 0 : (body.redoStep ?? body.errorCode);
  }

  /** The first and the last day of the month that can be chosen. */
  async offered(month: string, changes: Form = {}): Promise<unknown> {
    const form = { calenderYear: month.slice(0, 4), calenderMonth: Number(month.slice(5)) };
    const asked = { ...stepForm(this.form(`${month}-01` as PlainDate, changes)), ...form };
    // Every server, since each remembers months.
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => this.bench.post('/api/CommonSelectCalender/ChangeCalender', asked)),
    );
    const each = answers.map(({ body }) => {
      const days = ((body.reserveData ?? []) as { date: string }[]).map(({ date }) => date.replaceAll('/', '-')).sort();
      return [days[0], days.at(-1)].join(' to ');
    });
    return [...new Set(each)].join(', ');
  }

  async mailsOf(kind: 'reminder' | 'booked'): Promise<number> {
    const rows = await this.bench.service.db
      .selectFrom('outbox_mails')
      .select('mail_id')
      .where('institution_code', '=', this.code)
      .where('kind', '=', kind)
      .execute();
    return rows.length;
  }

  /** As staff do, who look at what came in. */
  async confirm(number: unknown, date: PlainDate): Promise<void> {
    const { year, month, day } = dateParts(date);
    const visit = { reserveDateYear: year, reserveDateMonth: month, reserveDateDate: day, reserveTmzn: '09' };
    const form = { ukno: number, statusCode: '23', isSendMail: '0', ...visit };
    const token = await this.bench.staffTokenFor(this.code);
    const { body } = await this.bench.post('/api/MasterWIGA1Detail/Update', form, token);
    this.hold(`confirming ${date}`, body.errorCode, 0);
  }

  async remind(): Promise<void> {
    const { db } = this.bench.service;
    await db.updateTable('clients').set({ reminder_days: 1 }).where('institution_code', '=', this.code).execute();
  }
}

async function crossMidnight(scene: Scene): Promise<void> {
  await scene.open({
    institution: { bookable_from_days: 1, bookable_to_days: 30, change_deadline_days: 1 },
    courses: [
      {
        code: '0001',
        year: 2026,
        registration: ['2026-01-01', '2026-12-01'],
        prices: [{ amount: 10_000 }],
        frames: [{ frame: '0001' }],
      },
    ],
    capacity: { from: '2026-11-20', to: '2027-01-31', frames: { '0001': 50 } },
  });
  await scene.remind();
  scene.setNow('2026-11-30T23:59:59.999');
  const form = scene.form('2026-12-01');
  const { body } = await scene.bench.post(GUEST, form);
  const token = await scene.bench.tokenFor(scene.code, String(form.email1));
  const mayCancel = async () => {
    const looked = (await scene.bench.post(`${CANCEL}FirstDisplay`, { ukno: body.ukno }, token)).body;
    return looked.errorCode === 0 ? 'yes' : (looked.redoStep ?? looked.errorCode);
  };
  await scene.confirm(body.ukno, '2026-12-01');
  scene.hold('booking for tomorrow', body.errorCode, 0);
  scene.hold('days to choose', await scene.offered('2026-12'), '2026-12-01 to 2026-12-30');
  scene.hold('booking one day too far', await scene.book(scene.form('2026-12-31')), 'calendar');
  scene.hold('cancelling on the last day', await mayCancel(), 'yes');
  scene.hold('reminders at night', await runDaily(scene.bench.service), { reminder: 0, promotion: 0 });
  scene.setNow('2026-12-01T00:00:00.000');
  scene.hold('cancelling too late', await mayCancel(), 'my-page');
  // Midnight in Tokyo, and nine hours later that of UTC, which is nothing to anybody.
  for (const moment of ['2026-12-01T00:00:00.000', '2026-12-01T08:59:59.999', '2026-12-01T09:00:00.000']) {
    scene.setNow(moment);
    scene.hold('booking for today', await scene.book(scene.form('2026-12-01')), 'calendar');
    scene.hold('days to choose', await scene.offered('2026-12'), '2026-12-02 to 2026-12-31');
    scene.hold('booking the last day', await scene.book(scene.form('2026-12-31')), 0);
  }
  scene.setNow('2026-12-01T23:59:59.999');
  scene.hold('booking on the last day of registration', await scene.book(scene.form('2026-12-03')), 0);
  scene.setNow('2026-12-02T00:00:00.000');
  scene.hold('booking after the last day of registration', (await scene.book(scene.form('2026-12-03'))) !== 0, true);
}

const BY_AGE = [
  { ages: [0, 38] as [number, number], amount: 9_000 },
  { ages: [39, 39] as [number, number], amount: 10_000 },
  { ages: [40, 99] as [number, number], amount: 5_000 },
];
/** The row of the price that one expects, and its amount: another one is refused. */
const priced = (row: 1 | 2 | 3): Form => ({ courseJkcd: `0${row}`, sumGkgk: BY_AGE[row - 1]?.amount });
const born = (date: PlainDate): Form => {
  const { year, month, day } = dateParts(date);
  return { inputBtdyYear: year, inputBtdyMonth: month, inputBtdyDate: day };
};
const courseOf = (year: number, registration: [PlainDate, PlainDate], client?: string) => ({
  code: '0001',
  year,
  client,
  registration,
  prices: BY_AGE,
  frames: [{ frame: '0001' }],
});

async function crossFiscalYear(scene: Scene): Promise<void> {
  await scene.open({
    institution: { bookable_from_days: 1, bookable_to_days: 30 },
    clients: { [SOCIETY]: { age_basis: 'next_year', age_month: 3, age_day: 31 } },
    courses: [
      courseOf(2026, ['2026-01-01', '2027-03-31'], SOCIETY),
      courseOf(2027, ['2027-03-01', '2028-03-31'], SOCIETY),
    ],
    capacity: { from: '2027-03-20', to: '2027-05-31', frames: { '0001': 50 } },
  });
  // On March 31 of 2027 still 39, on that of 2028 40: the age of a fiscal year changes with it, on April 1.
  const ofYear = (nend: number, row: 1 | 2 | 3): Form => ({
    jgcd: SOCIETY,
    hksh: '12345678',
    nend,
    ...born('1987-04-01'),
    ...priced(row),
  });
  const book = (date: PlainDate, nend: number, row: 1 | 2 | 3) => scene.book(scene.form(date, ofYear(nend, row)));
  scene.setNow('2027-03-30T23:59:59.999');
  scene.hold('the last day of the year, at 39', await book('2027-03-31', 2026, 2), 0);
  scene.hold('the same at 40', (await book('2027-03-31', 2026, 3)) !== 0, true);
  scene.hold('the old year in April', await book('2027-04-01', 2026, 2), 'calendar');
  scene.hold('the new year in March', await book('2027-03-31', 2027, 3), 'calendar');
  scene.hold('the first day of the new year, at 40', await book('2027-04-01', 2027, 3), 0);
  scene.hold('the same at 39', (await book('2027-04-01', 2027, 2)) !== 0, true);
  scene.hold('days of the old year', await scene.offered('2027-03', ofYear(2026, 2)), '2027-03-31 to 2027-03-31');
  scene.hold('days of the new year', await scene.offered('2027-04', ofYear(2027, 3)), '2027-04-01 to 2027-04-29');
  scene.setNow('2027-03-31T23:59:59.999');
  scene.hold('today is too late', await book('2027-03-31', 2026, 2), 'calendar');
  scene.hold('tomorrow is another year', await book('2027-04-01', 2027, 3), 0);
  scene.setNow('2027-04-01T00:00:00.000');
  scene.hold('the old year is over', (await book('2027-03-31', 2026, 2)) !== 0, true);
  scene.hold('the new one has begun', await book('2027-04-02', 2027, 3), 0);
  scene.hold('days of the new year', await scene.offered('2027-04', ofYear(2027, 3)), '2027-04-02 to 2027-04-30');
}

/** Ages by the day of the visit, of somebody born on February 29. */
function crossFebruary(year: number, ages: [date: PlainDate, row: 1 | 2 | 3][], now: string, last: string) {
  return async (scene: Scene) => {
    await scene.open({
      institution: { bookable_from_days: 1, bookable_to_days: 30, change_deadline_days: 1 },
      courses: [courseOf(year - 1, [`${year - 1}-04-01`, `${year}-03-31`])],
      capacity: { from: `${year}-02-01`, to: `${year}-03-31`, frames: { '0001': 50 } },
    });
    await scene.remind();
    scene.setNow(now);
    const leapling = (row: 1 | 2 | 3): Form => ({ nend: year - 1, ...born('1988-02-29'), ...priced(row) });
    for (const [date, row] of ages) {
      const form = scene.form(date, leapling(row));
      const { body } = await scene.bench.post(GUEST, form);
      scene.hold(`at the price of row ${row} on ${date}`, body.errorCode, 0);
      await scene.confirm(body.ukno, date);
    }
    const month = await scene.offered(`${year}-02`, leapling(ages[0]?.[1] ?? 1));
    scene.hold('the last day of February', String(month).slice(-10), last);
    // The day before each visit: a reminder of each, once.
    for (const [index, day] of [`${year}-02-27`, `${year}-02-28`, `${year}-02-29`]
      .filter((date) => date <= last)
      .entries()) {
      scene.setNow(`${day}T10:00:00`);
      await runDaily(scene.bench.service);
      await runDaily(scene.bench.service);
      scene.hold('reminders so far', await scene.mailsOf('reminder'), index + 1);
    }
  };
}

async function stepBack(scene: Scene): Promise<void> {
  const { bench, code } = scene;
  await scene.open({
    institution: { bookable_from_days: 1, bookable_to_days: 30, change_deadline_days: 1 },
    courses: [{ code: '0001', year: 2026, prices: [{ amount: 10_000 }], frames: [{ frame: '0001' }] }],
    capacity: { from: '2026-11-20', to: '2026-12-31', frames: { '0001': 50 } },
  });
  await scene.remind();
  const { db, clock } = bench.service;
  const sent: string[] = [];
  const delivery = { send: async (mail: { message_id: string }) => void sent.push(mail.message_id), close() {} };
  await db.updateTable('outbox_mails').set({ state: 'withdrawn' }).where('state', '=', 'waiting').execute();

  scene.setNow('2026-11-30T11:30:00');
  const form = scene.form('2026-12-01', { requestId: 'clock-0123456789abcdef' });
  const first = (await bench.post(GUEST, form)).body;
  await scene.confirm(first.ukno, '2026-12-01');
  const token = await bench.tokenFor(code, String(form.email1));
  const staff = await bench.staffTokenFor(code);
  await runDaily(bench.service);
  scene.hold('reminders of the day', await scene.mailsOf('reminder'), 1);

  scene.setNow('2026-11-30T10:30:00');
  scene.hold('the same request', (await bench.post(GUEST, form)).body.ukno, first.ukno);
  scene.hold('my page of who was logged in', (await bench.post(MY_PAGE, {}, token)).body.errorCode, 0);
  scene.hold('staff who were logged in', (await bench.post('/api/MasterWWAKU/List', {}, staff)).body.errorCode, 0);
  const second = scene.form('2026-12-02');
  const { ukno } = (await bench.post(GUEST, second)).body;
  const owner = await bench.tokenFor(code, String(second.email1));
  const cancel = { ukno, requestId: 'clock-cancel-0123456789' };
  scene.hold('a cancel', (await bench.post(`${CANCEL}CancelReserve`, cancel, owner)).body.errorCode, 0);
  scene.hold('the same cancel again', (await bench.post(`${CANCEL}CancelReserve`, cancel, owner)).body.errorCode, 0);
  await runDaily(bench.service);
  scene.hold('reminders after the hour came again', await scene.mailsOf('reminder'), 1);
  await sendDue(db, delivery, clock);
  scene.hold('mails of the hour that came again go out at once', sent.length >= 2, true);
  scene.setNow('2026-11-30T11:30:01');
  await runDaily(bench.service);
  await sendDue(db, delivery, clock);
  const waiting = await db
    .selectFrom('outbox_mails')
    .select('mail_id')
    .where('institution_code', '=', code)
    .where('state', '=', 'waiting')
    .execute();
  scene.hold('mails that still wait', waiting.length, 0);
  scene.hold('mails that went out twice', sent.length - new Set(sent).size, 0);
  await backUpTwice(scene);
}

/** The night's backup, made at half past two, and then it is half past one again. */
async function backUpTwice(scene: Scene): Promise<void> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'biyori-clock-'));
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'biyori-clock-data-'));
  const log = { info: () => {}, error: () => {} };
  const write = async (file: string) => {
    await writeFile(file, '');
    return { line: 'written', rows: 1 };
  };
  const { clock } = scene.bench.service;
  const nightly = new NightlyBackups({ write, settings: { dir, kept: 14 }, dataDir, clock, log });
  try {
    for (const [moment, count] of [
      ['2026-11-30T02:30:00', 1],
      ['2026-11-30T01:30:00', 1],
      ['2026-11-30T02:30:00', 1],
      ['2026-12-01T01:59:00', 1],
      ['2026-12-01T02:00:00', 2],
    ] as const) {
      scene.setNow(moment);
      await nightly.look();
      scene.hold('backups', (await readdir(dir)).length, count);
    }
  } finally {
    await nightly.stop();
    for (const folder of [dir, dataDir]) await rm(folder, { recursive: true, force: true });
  }
}

const SCENES: readonly [code: string, play: (scene: Scene) => Promise<void>][] = [
  ['62000001', crossMidnight],
  ['62000002', crossFiscalYear],
  [
    '62000003',
    crossFebruary(
      2027,
      [
        ['2027-02-28', 1],
        ['2027-03-01', 2],
      ],
      '2027-02-26T12:00:00',
      '2027-02-28',
    ),
  ],
  [
    '62000004',
    crossFebruary(
      2028,
      [
        ['2028-02-28', 2],
        ['2028-02-29', 3],
        ['2028-03-01', 3],
      ],
      '2028-02-26T12:00:00',
      '2028-02-29',
    ),
  ],
  ['62000005', stepBack],
];

export async function playWithClock(bench: Bench): Promise<Outcome> {
  const scenes: Scene[] = [];
  for (const [code, play] of SCENES) {
    const scene = new Scene(bench, code);
    scenes.push(scene);
    await play(scene);
  }
  return { checks: scenes.reduce((sum, { checks }) => sum + checks, 0), wrong: scenes.flatMap(({ wrong }) => wrong) };
}
