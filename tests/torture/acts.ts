// Random acts on a random institution, each done by the service and by the model, which must agree.
import { sql } from 'kysely';
import { writeMove } from '#booking/write/write-booking.ts';
import type { Db } from '#db/database.ts';
import { addDays, dateParts } from '#domain/calendar/plain-date.ts';
import { pairCode } from '#domain/text/codes.ts';
import type { Service } from '#server/service.ts';
import { type Form, guestForm } from '#tests/kit/booking-forms.ts';
import { buildWorld, type CourseSpec } from '#tests/kit/booking-world.ts';
import { amendSome } from './amend-acts.ts';
import { type CalendarAct, closeInBulk, editCell, editCellsInBulk, turnDay } from './calendar-acts.ts';
import { raceForChange } from './change-acts.ts';
import { confirmSome } from './confirm-acts.ts';
import { bookAtDesk, wishForFull } from './desk-acts.ts';
import { cancelOverHttp } from './examinee-acts.ts';
import { Model, type ModelPerson, type ModelReservation, type Wish } from './model.ts';
import { notifySome } from './notice-acts.ts';
import { type Random, randomOf } from './random.ts';
import { editReservation } from './staff-acts.ts';
import { makeWorld, SOCIETY } from './world.ts';

export interface Bench {
  service: Service;
  setNow(now: Date): void;
  post(path: string, form: Form, token?: string): Promise<{ body: Record<string, unknown> }>;
  tokenFor(institutionCode: string, mail: string): Promise<string>;
  /** Of an administrator. */
  staffTokenFor(institutionCode: string): Promise<string>;
}

class Disagreement extends Error {}

function agree(what: string, real: unknown, model: unknown): void {
  const [a, b] = [JSON.stringify(real), JSON.stringify(model)];
  if (a !== b) throw new Disagreement(`${what}\n  the service says ${a}\n  the model says   ${b}`);
}

const INSTITUTION_BASE = 50_000_000;

/** Runs one seed; throws with the seed and the acts so far when the two disagree. */
export async function torture(bench: Bench, seed: number, acts: number, run = 0): Promise<void> {
  const random = randomOf(seed);
  const institutionCode = String(INSTITUTION_BASE + run * 10_000 + seed);
  const world = makeWorld(random, institutionCode);
  const { db } = bench.service;
  const now = new Date(`${world.today}T03:00:00Z`);
  bench.setNow(now);
  await buildWorld(db, world.spec);
  await insertCapacities(db, institutionCode, world.capacities);
  const play = new Play(bench, random, new Model(world), institutionCode, now);
  const log: string[] = [];
  try {
    for (let act = 0; act < acts; act++) {
      // The model knows no unverified addresses: what waits for one has tests of its own.
      await verifyMails(db, institutionCode, now);
      log.push(await play.act());
    }
    await play.compareCounters();
  } catch (error) {
    const trace = log.slice(-10).join('\n  ');
    throw new Error(`seed ${seed} failed at act ${log.length + 1}: ${(error as Error).message}\n  ${trace}`, {
      cause: error,
    });
  }
}

const verifyMails = (db: Db, institutionCode: string, now: Date) =>
  db
    .updateTable('examinees')
    .set({ mail_verified_at: now })
    .where('institution_code', '=', institutionCode)
    .where('mail_verified_at', 'is', null)
    .execute();

async function insertCapacities(
  db: Db,
  institutionCode: string,
  capacities: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = [...capacities].map(([key, capacity]) => {
    const [frame_code = '', visit_date = '', slot_code = ''] = key.split('|');
    return { institution_code: institutionCode, frame_code, visit_date, slot_code, capacity };
  });
  if (rows.length > 0) await db.insertInto('frame_capacities').values(rows).execute();
}

class Play {
  private readonly mails = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.jp`);
  private readonly bench: Bench;
  private readonly random: Random;
  private readonly model: Model;
  private readonly code: string;
  private readonly now: Date;

  constructor(bench: Bench, random: Random, model: Model, code: string, now: Date) {
    this.bench = bench;
    this.random = random;
    this.model = model;
    this.code = code;
    this.now = now;
  }

  async act(): Promise<string> {
    const choice = this.random.below(100);
    if (choice < 25) return this.reserve();
    if (choice < 31) return this.atDesk(null);
    if (choice < 35) return this.atDesk(this.pickReservation());
    if (choice < 46) return this.change();
    if (choice < 50) return this.change(raceForChange);
    if (choice < 62) return this.cancelOne();
    if (choice < 67) return this.staffConfirm();
    if (choice < 70) return this.confirmSome();
    if (choice < 75) return this.administer(editCell(this.random, this.model));
    if (choice < 80) return this.administer(editCellsInBulk(this.random, this.model));
    if (choice < 83) return this.administer(turnDay(this.random, this.model));
    if (choice < 84) return this.administer(closeInBulk(this.random, this.model));
    if (choice < 89) return this.administer(editReservation(this.random, this.model));
    if (choice < 93) return this.amendSome();
    if (choice < 96) return this.notifySome();
    return this.lookAtCalendar();
  }

  private person(course: CourseSpec): ModelPerson {
    return {
      sex: this.random.pick(['male', 'female']),
      // Around 40, with birthdays in the days that are booked.
      birth:
        `${this.random.between(1984, 1989)}-${this.random.pick(['03-31', '04-01', '11-20', '02-29', '03-02'])}`.replace(
          /^(198[5679])-02-29$/,
          '$1-03-01',
        ),
      category: course.client === SOCIETY ? this.random.pick(['01', '02']) : null,
    };
  }

  private options(course: CourseSpec): string[] {
    return (course.options ?? []).map(({ option }) => option).filter(() => this.random.chance(30));
  }

  private wish(course: CourseSpec): Wish {
    const person = this.person(course);
    const options = this.options(course);
    const wanted = { course, person, options };
    const date = this.random.pick(this.model.world.days);
    const offers = this.model.offers(wanted, null);
    // Mostly what is offered, so that places fill up; else anything at all.
    if (typeof offers !== 'string' && offers.length > 0 && this.random.chance(75)) {
      const [offered = '', slot = ''] = this.random.pick(offers).split(' ');
      return { ...wanted, date: offered, slot };
    }
    return { ...wanted, date, slot: this.random.pick([...this.model.world.slots, 'ZZ']) };
  }

  private form(wish: Wish, mail: string): Form {
    const { course, person, options } = wish;
    const parts = this.model.parts(wish);
    const { year, month, day } = dateParts(person.birth);
    const groupOf = (code: string) =>
      Object.entries(this.model.world.spec.groups ?? {}).find(([, group]) => code in group.options)?.[0] ?? '';
    const isKnown = typeof parts !== 'string';
    return guestForm(this.code, {
      jgcd: course.client ?? '00000000',
      hksh: '12345678',
      nend: course.year,
      kscd: course.code,
      inputSex: person.sex === 'male' ? '1' : '2',
      inputHfkb: person.category ?? 'Z',
      inputBtdyYear: year,
      inputBtdyMonth: month,
      inputBtdyDate: day,
      opbr: options.map(groupOf),
      opcd: options,
      optionJkcd: options.map((_, index) => (isKnown ? pairCode(parts.optionRows[index]! + 1) : '01')),
      courseJkcd: isKnown ? pairCode(parts.priceRow + 1) : '01',
      sumGkgk: isKnown ? parts.total : 0,
      reserveDate: wish.date.replaceAll('-', '/'),
      reserveTmzn: wish.slot,
      email1: mail,
    });
  }

  private verdictOf({ errorCode, redoStep }: Record<string, unknown>): unknown {
    return errorCode === 0 ? 'ok' : (redoStep ?? errorCode);
  }

  private async reserve(): Promise<string> {
    const wish = this.wish(this.random.pick(this.model.world.spec.courses));
    const mail = this.random.pick(this.mails);
    const asGuest = !this.model.accounts.has(mail) || this.random.chance(15);
    const verdict = this.model.judge(wish, mail, asGuest, null);
    const path = asGuest ? '/api/Account/CommonGuestNewReserve' : '/api/Account/CommonLoginedNewReserve';
    const token = asGuest ? undefined : await this.bench.tokenFor(this.code, mail);
    const { body } = await this.bench.post(path, this.form(wish, mail), token);
    const what = `reserve ${wish.date} ${wish.slot} [${wish.options}] by ${mail}${asGuest ? ' (guest)' : ''}: ${verdict}`;
    agree(what, this.verdictOf(body), verdict);
    if (verdict === 'ok') this.model.book(body.ukno as number, wish, mail, null);
    return what;
  }

  private pickReservation(): ModelReservation | null {
    const all = this.model.reservations;
    if (all.length === 0) return null;
    const live = all.filter(({ status }) => status !== 'over');
    return this.random.pick(live.length > 0 && this.random.chance(85) ? live : all);
  }

  private async change(race?: typeof raceForChange): Promise<string> {
    const old = this.pickReservation();
    if (!old) return this.reserve();
    const sameBooking = ({ client, year }: CourseSpec) =>
      client === old.wish.course.client && year === old.wish.course.year;
    const wish = this.wish(this.random.pick(this.model.world.spec.courses.filter(sameBooking)));
    if (this.random.chance(30)) Object.assign(wish, { date: old.wish.date, slot: old.wish.slot });
    if (this.random.chance(80)) wish.person = old.wish.person;
    const verdict = this.model.judge(wish, old.mail, false, old);
    const form = { ...this.form(wish, old.mail), choiceUkno: old.number };
    const token = await this.bench.tokenFor(this.code, old.mail);
    if (race) return race(this.model, this.bench.post, { old, wish, form, token });
    const { body } = await this.bench.post('/api/Account/CommonLoginedChangeReserve', form, token);
    const what = `change ${old.number} to ${wish.date} ${wish.slot} [${wish.options}]: ${verdict}`;
    agree(what, this.verdictOf(body), verdict);
    if (verdict === 'ok') this.model.book(body.ukno as number, wish, old.mail, old);
    return what;
  }

  /** Staff book, or change a reservation into whatever they like, and raise what is full. */
  private async atDesk(old: ModelReservation | null): Promise<string> {
    const any = this.wish(this.random.pick(this.model.world.spec.courses));
    const wish = wishForFull(this.random, this.model, any) ?? any;
    // Not today: whether its owner may keep what has begun is another matter.
    const [today] = this.model.world.days;
    if (wish.date === today) return this.lookAtCalendar();
    const mail = old?.mail ?? this.random.pick(this.mails);
    const act = bookAtDesk(this.random, this.model, { old, wish, form: this.form(wish, mail) });
    const { body } = await this.bench.post('/api/Desk/Reserve', act.form, await this.bench.staffTokenFor(this.code));
    agree(act.what, body.errorCode, act.expected);
    if (act.expected === 0) act.apply(body.ukno as number, mail);
    return act.what;
  }

  private async cancelOne(): Promise<string> {
    const reservation = this.pickReservation();
    if (!reservation) return this.reserve();
    const expected = this.model.isChangeable(reservation) ? 'ok' : 'my-page';
    const stranger = [...this.model.accounts].find((mail) => mail !== reservation.mail);
    const real = await cancelOverHttp(this.bench, this.code, reservation, stranger);
    const what = `cancel ${reservation.number}: ${expected}`;
    agree(what, real, expected);
    if (expected === 'ok') this.model.cancel(reservation);
    return what;
  }

  private async staffConfirm(): Promise<string> {
    const reservation = this.pickReservation();
    if (!reservation || reservation.status === 'over') return this.lookAtCalendar();
    const expected = this.model.confirm(reservation) ? 'ok' : 'Full';
    const real = await writeMove(this.bench.service.db, {
      institution_code: this.code,
      reservation_number: reservation.number,
      status: 'confirmed',
      hold: true,
      now: this.now.toISOString(),
      actor: { kind: 'administrator', id: 'staff001' },
      act: 'edited',
    }).then(
      () => 'ok',
      (error: Error) => error.name,
    );
    const what = `confirm ${reservation.number}: ${expected}`;
    agree(what, real, expected);
    return what;
  }

  private async confirmSome(): Promise<string> {
    const { service, post } = this.bench;
    const token = await this.bench.staffTokenFor(this.code);
    return confirmSome(this.random, this.model, { db: service.db, post, token });
  }

  private async amendSome(): Promise<string> {
    const { bench, random, model, code: institutionCode, now } = this;
    if (model.reservations.length === 0) return this.lookAtCalendar();
    return (await amendSome(random, model, bench, { institutionCode, now })) ?? this.lookAtCalendar();
  }

  private async notifySome(): Promise<string> {
    const { service, post } = this.bench;
    const token = await this.bench.staffTokenFor(this.code);
    return notifySome(this.random, this.model, { db: service.db, post, token });
  }

  private async administer(act: CalendarAct): Promise<string> {
    const { what, path, form, expected } = act;
    const { body } = await this.bench.post(path, form, await this.bench.staffTokenFor(this.code));
    agree(what, Object.fromEntries(Object.keys(expected).map((code) => [code, body[code]])), expected);
    if (expected.errorCode === 0) act.apply();
    return `${what}: ${expected.errorCode}`;
  }

  private async lookAtCalendar(): Promise<string> {
    const { world } = this.model;
    const own = this.random.chance(30) ? this.pickReservation() : null;
    const course = own?.wish.course ?? this.random.pick(world.spec.courses);
    const person = this.person(course);
    const options = this.options(course);
    const isOver = own !== null && !this.model.isChangeable(own);
    const expected = isOver ? 'my-page' : this.model.offers({ course, person, options }, own);
    const form = this.form({ course, person, options, date: world.today, slot: '' }, '');
    const token = own ? await this.bench.tokenFor(this.code, own.mail) : undefined;
    // Staff may have moved it beyond what its owner could choose.
    const ends = [world.today, addDays(world.today, world.toDays), own?.wish.date ?? world.today];
    const months = [...new Set(ends.map((date) => date.slice(0, 7)))];
    const real: string[] = [];
    for (const month of months) {
      const { body } = await this.bench.post(
        '/api/CommonSelectCalender/ChangeCalender',
        {
          ircd: this.code,
          jgcd: form.jgcd,
          nend: form.nend,
          kscd: form.kscd,
          hfkb: form.inputHfkb,
          sex: form.inputSex,
          btdyYear: form.inputBtdyYear,
          btdyMonth: form.inputBtdyMonth,
          btdyDate: form.inputBtdyDate,
          opbrs: form.opbr,
          opcds: form.opcd,
          my_ukno: own?.number,
          calenderYear: month.slice(0, 4),
          calenderMonth: Number(month.slice(5)),
        },
        token,
      );
      if (body.errorCode !== 0) {
        agree(`calendar of ${course.code}`, this.verdictOf(body), expected);
        return `calendar: ${expected}`;
      }
      for (const { date, tmzn } of body.reserveData as { date: string; tmzn: string }[]) {
        real.push(`${date.replaceAll('/', '-')} ${tmzn}`);
      }
    }
    const what = `calendar of ${course.client ?? 'individuals'} ${course.code} [${options}]`;
    agree(what, real.sort(), typeof expected === 'string' ? expected : expected.sort());
    return what;
  }

  async compareCounters(): Promise<void> {
    const { rows } = await sql<{ key: string; used: number }>`
      select frame_code || '|' || visit_date || '|' || slot_code as key, used from frame_capacities
       where institution_code = ${this.code} and used > 0 order by 1`.execute(this.bench.service.db);
    const used = [...this.model.used()].filter(([, count]) => count > 0).sort(([a], [b]) => (a < b ? -1 : 1));
    agree(
      'used counters',
      rows.map(({ key, used: count }) => [key, count]),
      used,
    );
  }
}
