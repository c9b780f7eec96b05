// Changing a reservation, step by step through the HTTP server: what it may keep that others can't have, and who may do it.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cancel } from '#booking/write/cancel.ts';
import { writeMove } from '#booking/write/write-booking.ts';
import { type Form, guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import {
  buildHospital,
  countWritten,
  HOSPITAL,
  NO_GUESTS,
  SOCIETY,
  usedOn,
  wrongCounters,
} from '#tests/kit/booking-hospital.ts';
import { holdReservation } from '#tests/kit/held-lock.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';

const NOW = '2026-11-15T10:00:00+09:00';
const CHANGE = '/api/Account/CommonLoginedChangeReserve';
const COURSES = '/api/CommonSelectCourse/FirstDisplay';
const ENTRY = '/api/CommonInputReserveInfo/FirstDisplay';
const PREVIEW = '/api/CommonConfirmReserveInfo/FirstDisplay';
const CALENDAR = '/api/CommonSelectCalender/FirstDisplay';
const STEPS = [COURSES, '/api/CommonSelectOption/FirstDisplay', CALENDAR, ENTRY, PREVIEW];

const member = { jgcd: SOCIETY, hksh: '06990014', sex: '2', hfkb: '01', inputHfkb: '01', age: 46, sumGkgk: 5500 };
const FAMILY = { nam1: '健診', nam2: '次郎', ryk1: 'ケンシン', ryk2: 'ジロウ', inputBtdyYear: 1950, inputSex: '1' };

let service: TestService;
let staff: string;
let token: string;
let owner: number;
let day = 0;
/** Every test has a day of its own: the first ones of a week in which all is free. */
const freshDay = () => `2027/02/${String(++day).padStart(2, '0')}`;
const form = (changes: Form = {}) => guestForm(HOSPITAL, { email1: 'hanako@example.jp', ...changes });

beforeAll(async () => {
  service = await startTestService({ now: NOW, env: { GUEST_RESERVATIONS_PER_MINUTE: '0' } });
  await buildHospital(service.db);
  staff = await service.openInstitution('10000009', 'clinic09');
  const { body } = await service.post('/api/Account/CommonGuestNewReserve', form({ reserveDate: '2026/12/01' }));
  token = await service.logIn(body.userId, body.firstPassword);
  const { examinee_id } = await service.db.selectFrom('examinees').select('examinee_id').executeTakeFirstOrThrow();
  owner = examinee_id;
});
afterAll(async () => {
  expect(await wrongCounters(service.db)).toEqual([]);
  await service.close();
});

async function book(changes: Form = {}): Promise<{ number: number; own: Form }> {
  const own = form({ reserveDate: freshDay(), ...changes });
  const { body } = await service.post('/api/Account/CommonLoginedNewReserve', own, token);
  expect(body).toMatchObject({ errorCode: 0 });
  return { number: body.ukno, own: { ...own, choiceUkno: body.ukno } };
}

const change = (own: Form, changes: Form = {}, bearer: string | undefined = token) =>
  service.post(CHANGE, { ...own, ...changes }, bearer);
const stepOf = (own: Form, changes: Form = {}) =>
  stepForm({ ...own, ...changes }, { my_ukno: own.choiceUkno, jkcd: own.courseJkcd });

/** What every step on the way says. */
async function walk(own: Form, bearer: string | undefined = token): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const path of STEPS) {
    const { body } = await service.post(path, stepOf(own), bearer);
    answers.push(body.redoStep ?? body.errorCode);
  }
  return answers;
}
const ALL_OPEN = [0, 0, 0, 0, 0];

const setClient = (client_code: string, values: object) =>
  service.db.updateTable('clients').set(values).where('client_code', '=', client_code).execute();
const statusOf = async (number: number) => {
  const { status } = await service.db
    .selectFrom('reservations')
    .select('status')
    .where('reservation_number', '=', number)
    .executeTakeFirstOrThrow();
  return status;
};

describe('a change may keep', () => {
  test('its client, though hidden by now and with another insurer number; nobody else may book there', async () => {
    const { own } = await book(member);
    await setClient(SOCIETY, { usable: false, insurer_number: '06999999' });
    expect(await walk(own)).toEqual(ALL_OPEN);
    const stranger = { ...own, choiceUkno: 0 };
    expect(await walk(stranger)).toEqual(['insurance', 'insurance', 'insurance', 0, 'insurance']);
    const changed = await change(own, { reserveTmzn: '10' });
    const fresh = await service.post(
      '/api/Account/CommonLoginedNewReserve',
      form({ ...member, reserveDate: freshDay() }),
      token,
    );
    await setClient(SOCIETY, { usable: true, insurer_number: '06990014' });
    expect([changed.body.errorCode, fresh.body.redoStep]).toEqual([0, 'insurance']);
  });

  test('individuals too, where the institution takes societies only by now', async () => {
    const { own } = await book();
    await setClient('00000000', { usable: false });
    expect(await walk(own)).toEqual(ALL_OPEN);
    const changed = await change(own, { reserveTmzn: '10' });
    await setClient('00000000', { usable: true });
    expect(changed.body).toMatchObject({ errorCode: 0 });
  });

  test('its course, private and expired by now; not one of the same code elsewhere', async () => {
    const { own } = await book();
    const set = (values: object) =>
      service.db.updateTable('courses').set(values).where('course_code', '=', '0001').execute();
    await set({ published: false, registration_to: '2026-11-01' });
    const steps = await walk(own);
    const courses = await service.post(COURSES, stepOf(own), token);
    const other = await service.post(CALENDAR, stepOf(own, { ...member }), token);
    const kept = await change(own, { reserveTmzn: '10' });
    await set({ published: true, registration_to: '2028-03-31' });
    expect(steps).toEqual(ALL_OPEN);
    expect(courses.body.listCourse.map(({ kscd }: Form) => kscd)).toContain('0001');
    expect(other.body).toMatchObject({ errorCode: 13, redoStep: 'course' });
    expect(kept.body).toMatchObject({ errorCode: 0 });
  });

  test('no category, where the client got some later, and one that is gone by now', async () => {
    const plain = { jgcd: NO_GUESTS, hksh: '06990099', sumGkgk: 7700 };
    const { own } = await book(plain);
    const categories = [{ institution_code: HOSPITAL, client_code: NO_GUESTS, category_code: '01', name: '本人' }];
    await service.db.insertInto('client_categories').values(categories).execute();
    expect(await walk(own)).toEqual(ALL_OPEN);
    const entry = await service.post(ENTRY, stepOf(own), token);
    expect(entry.body).toMatchObject({ hfkb: 'Z', listHfkb: [] });
    const check = { ...own, my_ukno: own.choiceUkno, email2: own.email1, hfkb: 'Z', sex: '2' };
    const born = { btdyYear: 1980, btdyMonth: 5, btdyDate: 5 };
    const checked = await service.post('/api/CommonInputReserveInfo/Check', { ...check, ...born }, token);
    expect(checked.body).toMatchObject({ errorCode: 0, age: 46 });
    const changed = await change(own, { reserveTmzn: '10' });
    expect(changed.body).toMatchObject({ errorCode: 0 });

    const { own: insured } = await book({ ...plain, hfkb: '01', inputHfkb: '01', sex: '2', age: 46 });
    await service.db.deleteFrom('client_categories').where('client_code', '=', NO_GUESTS).execute();
    expect(await walk(insured)).toEqual(ALL_OPEN);
    expect((await service.post(ENTRY, stepOf(insured), token)).body.listHfkb).toEqual([{ hfkb: '01', kbnm: '本人' }]);
    expect((await service.post(PREVIEW, stepOf(insured), token)).body).toMatchObject({ kbnm: '本人' });
    expect((await change(insured, { reserveTmzn: '10' })).body).toMatchObject({ errorCode: 0 });
  });

  test('its person, also a member of the family; the account stays as it is', async () => {
    const { own } = await book({ ...FAMILY, tel1: '045-000-9999', mem1: '耳が遠い' });
    const entry = await service.post(ENTRY, stepOf(own), token);
    expect(entry.body).toMatchObject({
      nam2: '次郎',
      sex: '1',
      btdyYear: 1950,
      tel1: '045-000-9999',
      mem1: '耳が遠い',
    });
    const { body } = await change(own, { reserveTmzn: '10' });
    expect(body).toMatchObject({ errorCode: 0, name: '健診　花子', userId: `${HOSPITAL}_hanako@example.jp` });
    const account = await service.db
      .selectFrom('examinees')
      .select(['given_name', 'phone'])
      .where('institution_code', '=', HOSPITAL)
      .executeTakeFirstOrThrow();
    expect(account).toEqual({ given_name: '花子', phone: '045-000-0123' });
  });
});

test('a change may come with the age that my page’s list gave, also where a birthday lies between the days', async () => {
  const born = { inputBtdyYear: 1980, inputBtdyMonth: 1, inputBtdyDate: 20, sex: '2' };
  const { number, own } = await book({ ...born, age: 47 });
  const page = await service.post('/api/CommonMyPage/FirstDisplay', {}, token);
  const { age } = page.body.enableReserveDataList.find(({ ukno }: Form) => ukno === number);
  expect(age).toBe(47);
  // 46 today and on the new day, 47 on the old one.
  const moved = { reserveDate: '2026/12/22' };
  for (const wrong of [{ age: 48 }, { age: 45 }, { age, inputAge: 48 }]) {
    expect((await change(own, { ...moved, ...wrong })).body).toMatchObject({ errorCode: 13, redoStep: 'input' });
  }
  const { body } = await change(own, { ...moved, age, inputAge: age });
  expect(body).toMatchObject({ errorCode: 0 });
  const { age: stored } = await service.db
    .selectFrom('reservations')
    .select('age')
    .where('reservation_number', '=', body.ukno)
    .executeTakeFirstOrThrow();
  expect(stored).toBe(46);
  // Today's age, on the way back to where one is older.
  const back = { ...own, choiceUkno: body.ukno };
  expect((await change(back, { age: 46, inputAge: 46 })).body).toMatchObject({ errorCode: 0 });
});

test('its own day stays where no time is to be chosen any more, though others can no longer book it', async () => {
  const { own } = await book({ reserveTmzn: '10' });
  // By day from now on.
  const byDay = { kscd: '0005', sumGkgk: 6600 };
  const days = async (token?: string) => {
    const { body } = await service.post(CALENDAR, stepOf(own, byDay), token);
    return body.reserveData.filter(({ date }: Form) => date === own.reserveDate);
  };
  const begin = (bookable_from_days: number) =>
    service.db.updateTable('institutions').set({ bookable_from_days }).execute();
  await begin(120);
  const offered = [await days(token), await days()];
  const preview = await service.post(PREVIEW, stepOf(own, { ...byDay, reserveTmzn: 'ZZ' }), token);
  const other = await change(own, { ...byDay, reserveDate: '2027/02/27', reserveTmzn: 'ZZ' });
  const changed = await change(own, { ...byDay, reserveTmzn: 'ZZ' });
  await begin(1);
  expect(offered).toEqual([[{ date: own.reserveDate, tmzn: 'ZZ', sthm: '' }], []]);
  expect(preview.body).toMatchObject({ errorCode: 0, sthm: '' });
  expect(other.body).toMatchObject({ redoStep: 'calendar' });
  expect(changed.body).toMatchObject({ errorCode: 0 });
});

describe('refused with a sentence, by every step and by the act', () => {
  const GONE = ['my-page', 'my-page', 'my-page', 'my-page', 'my-page'];

  test('replaced, cancelled, past, and outside of the window', async () => {
    const { own } = await book();
    await change(own, { reserveTmzn: '10' });
    const cancelled = await book();
    const who = { institutionCode: HOSPITAL, examineeId: owner, now: new Date(NOW) };
    await cancel(service.db, { ...who, service: service.running }, cancelled.number, null);
    const late = await book({ reserveDate: '2026/11/20' });
    const past = await book({ reserveDate: '2026/12/05' });
    await sql`update reservations set visit_date = '2026-11-10' where reservation_number = ${past.number}`.execute(
      service.db,
    );
    const before = await countWritten(service.db);
    for (const one of [own, cancelled.own, late.own, past.own]) {
      expect(await walk(one)).toEqual(GONE);
      const { body } = await change(one, { reserveDate: '2027/03/01' });
      expect(body).toMatchObject({ errorCode: 13, redoStep: 'my-page' });
      expect(body.errorMessage).toContain('変更');
    }
    expect(await countWritten(service.db)).toEqual(before);
  });

  test('another client or year, and through a society another person', async () => {
    const { own } = await book(member);
    for (const other of [
      { jgcd: NO_GUESTS, hfkb: 'Z', inputHfkb: 'Z' },
      { nend: 2027, kscd: '0006' },
    ]) {
      expect((await change(own, other)).body).toMatchObject({ errorCode: 13, redoStep: 'course' });
      expect((await service.post(CALENDAR, stepOf(own, other), token)).body).toMatchObject({ redoStep: 'course' });
    }
    const spouse = await service.post(PREVIEW, stepOf(own, { inputHfkb: '02', courseJkcd: '02' }), token);
    expect(spouse.body).toMatchObject({ errorCode: 13, redoStep: 'my-page' });
  });
});

describe('whose it is', () => {
  test('nobody’s token, another examinee’s, an administrator’s, another institution’s: alike, and nothing happens', async () => {
    const { own, number } = await book();
    const guest = form({ email1: 'other@example.jp', reserveDate: '2026/12/02' });
    const { body } = await service.post('/api/Account/CommonGuestNewReserve', guest);
    const other = await service.logIn(body.userId, body.firstPassword);
    const before = await countWritten(service.db);
    for (const dead of [undefined, 'x'.repeat(43), staff]) {
      const { ircd: _, ...anywhere } = own;
      const answer = await service.post(CHANGE, anywhere, dead);
      expect(answer).toMatchObject({ status: 401, body: { errorCode: 15 } });
    }
    const notYours = await change(own, {}, other);
    const notThere = await change(own, { choiceUkno: 999_999_999 }, other);
    expect(notYours).toMatchObject({ status: 404, body: { errorCode: 16 } });
    expect(notYours).toEqual(notThere);
    expect(await change(own, { ircd: '10000009' })).toEqual(notThere);
    // A step takes another's number for none at all.
    for (const path of STEPS) {
      const [theirs, none] = await Promise.all([
        service.post(path, stepOf(own), other),
        service.post(path, stepOf({ ...own, choiceUkno: 0 }), other),
      ]);
      expect(theirs, path).toEqual(none);
    }
    expect(await countWritten(service.db)).toEqual(before);
    expect(await statusOf(number)).toBe('new');
  });
});

describe('at the same time', () => {
  const outcomes = (answers: { body: Form }[]) => answers.map(({ body }) => body.redoStep ?? body.errorCode).sort();

  test('two changes: one wins', async () => {
    const { own, number } = await book();
    const date = String(own.reserveDate).replaceAll('/', '-');
    const answers = await Promise.all(['09', '10', '10', '09'].map((reserveTmzn) => change(own, { reserveTmzn })));
    expect(outcomes(answers)).toEqual([0, 'my-page', 'my-page', 'my-page']);
    expect(await statusOf(number)).toBe('replaced_unconfirmed');
    expect(Object.values(await usedOn(service.db, date))).toEqual([1]);
  });

  test.each(['change', 'cancellation'])(
    'a change and a cancellation: the %s comes first, the other is refused',
    async (first) => {
      const { own, number } = await book();
      const date = String(own.reserveDate).replaceAll('/', '-');
      const isChanged = first === 'change';
      const changing = () => change(own, { reserveTmzn: '10' });
      const cancelling = () => service.post('/api/CommonConfirmCancel/CancelReserve', { ukno: number }, token);
      const [one, other] = isChanged ? [changing, cancelling] : [cancelling, changing];
      const row = await holdReservation(service.connection, number);
      const winning = one();
      await row.untilWaiting();
      const losing = other();
      await row.release();
      const [won, lost] = [await winning, await losing];
      expect(won.body).toMatchObject({ errorCode: 0 });
      expect(lost.body).toMatchObject({ errorCode: 13 });
      expect(await statusOf(number)).toBe(isChanged ? 'replaced_unconfirmed' : 'cancelled');
      expect(await usedOn(service.db, date)).toEqual(isChanged ? { '0001/10': 1 } : {});
    },
  );

  test('a change and a cancellation, unforced: one wins, the other is refused', async () => {
    for (let round = 0; round < 3; round++) {
      const { own, number } = await book();
      const date = String(own.reserveDate).replaceAll('/', '-');
      const [changed, cancelled] = await Promise.all([
        change(own, { reserveTmzn: '10' }),
        service.post('/api/CommonConfirmCancel/CancelReserve', { ukno: number }, token),
      ]);
      expect(outcomes([changed, cancelled])).toEqual([0, 'my-page']);
      const isChanged = changed.body.errorCode === 0;
      expect(await statusOf(number)).toBe(isChanged ? 'replaced_unconfirmed' : 'cancelled');
      expect(await usedOn(service.db, date)).toEqual(isChanged ? { '0001/10': 1 } : {});
    }
  });

  test('a change and an administrator’s edit: both hold, or the change is reported', async () => {
    for (const status of ['confirmed', 'deleted']) {
      const { own, number } = await book();
      const date = String(own.reserveDate).replaceAll('/', '-');
      const edit = writeMove(service.db, {
        institution_code: HOSPITAL,
        reservation_number: number,
        expected: { statuses: ['new'] },
        status,
        hold: status === 'confirmed',
        now: new Date(NOW).toISOString(),
        actor: { kind: 'administrator', id: 'staff001' },
        act: 'edited',
      }).then(
        () => 'edited',
        (error: Error) => error.name,
      );
      const [changed, edited] = await Promise.all([change(own, { reserveTmzn: '10' }), edit]);
      const isChanged = changed.body.errorCode === 0;
      if (!isChanged) expect(changed.body).toMatchObject({ errorCode: 13, redoStep: 'my-page' });
      expect(isChanged || edited === 'edited').toBe(true);
      expect(await usedOn(service.db, date)).toEqual(isChanged ? { '0001/10': 1 } : {});
    }
  });
});
