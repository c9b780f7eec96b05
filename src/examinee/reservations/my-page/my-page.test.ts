// My page and its confirmation mail, through the HTTP server.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/access/passwords.ts';
import { type Form, guestForm } from '#tests/kit/booking-forms.ts';
import { buildHospital, countWritten, DESIRED, HOSPITAL, SOCIETY } from '#tests/kit/booking-hospital.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';

const GUEST = '/api/Account/CommonGuestNewReserve';
const LOGGED_IN = '/api/Account/CommonLoginedNewReserve';
const CHANGE = '/api/Account/CommonLoginedChangeReserve';
const MY_PAGE = '/api/CommonMyPage/FirstDisplay';
const MAIL = '/api/CommonMyPage/SendConfirmMail';
const NOW = '2026-11-15T10:00:00+09:00';

const member = {
  jgcd: SOCIETY,
  hksh: '06990014',
  hfkb: '01',
  inputHfkb: '01',
  sex: '2',
  age: 46,
  sumGkgk: 5500,
  hkkg: '12',
  hkno: '345',
};

let service: TestService;
let people = 0;

interface Booked {
  ukno: number;
  userId: string;
  firstPassword: string;
  token: string;
}

async function book(changes: Form = {}): Promise<Booked> {
  const form = guestForm(HOSPITAL, { email1: `m${++people}@example.jp`, ...changes });
  const { body } = await service.post(GUEST, form);
  expect(body).toMatchObject({ errorCode: 0 });
  return { ...body, token: await service.logIn(body.userId, body.firstPassword) };
}

async function bookMore(token: string, changes: Form = {}, path = LOGGED_IN): Promise<number> {
  const { body } = await service.post(path, guestForm(HOSPITAL, changes), token);
  expect(body).toMatchObject({ errorCode: 0 });
  return body.ukno;
}

const setStatus = (number: number, status: string) =>
  sql`update reservations set status = ${status} where reservation_number = ${number}`.execute(service.db);
const setInstitution = (changes: Record<string, unknown>) =>
  service.db.updateTable('institutions').set(changes).where('institution_code', '=', HOSPITAL).execute();
const numbers = (list: { ukno: number }[]) => list.map(({ ukno }) => ukno);
const open = async (token: string) => (await service.post(MY_PAGE, {}, token)).body;

beforeAll(async () => {
  service = await startTestService({ now: NOW, env: { GUEST_RESERVATIONS_PER_MINUTE: '0' } });
  await buildHospital(service.db);
  await sql`update frame_capacities set capacity = 50`.execute(service.db);
});
afterAll(() => service.close());

describe('my page', () => {
  test('tells who one is, what the house offers, and every field of a reservation', async () => {
    const { token, ukno } = await book({
      ...member,
      reserveDate: '2026/12/01',
      email1: 'all@example.jp',
    });
    expect(await service.post(MY_PAGE, { ircd: HOSPITAL, jgcd: '99999999', trsq: 1 }, token)).toEqual({
      status: 200,
      body: {
        errorCode: 0,
        errorMessagesList: [],
        currentDate: '2026/11/15',
        taxk: '2',
        nwkb: '1',
        chdy: -7,
        vsbl: '1',
        isIndividualOpen: '1',
        individualOpenDate: '',
        isInsuranceOpen: '1',
        insuranceOpenDate: '',
        isFirstPassword: '1',
        isMailVerified: '0',
        dmkb: '1',
        passwordLimit: '2026/11/18 10:00',
        passwordHours: 72,
        jgcd: SOCIETY,
        hksh: '06990014',
        sex: '2',
        btdyYear: 1980,
        btdyMonth: 5,
        btdyDate: 5,
        nend: 2026,
        age: 46,
        hfkb: '01',
        disableReserveDataList: [],
        enableReserveDataList: [
          {
            ukno,
            ykst: '21',
            caln: '1',
            reserveDateYear: 2026,
            reserveDateMonth: 12,
            reserveDateDate: 1,
            reserveSthm: '9:00',
            reserveTmzn: '09',
            kscd: '0001',
            ksnm: 'コース0001',
            optionNameList: [],
            opbrs: [],
            opcds: [],
            optionJkcds: [],
            kshj: '1',
            taxk: '2',
            money: 5500,
            taxMoney: 5500,
            isChangeable: '1',
            jgcd: SOCIETY,
            nend: 2026,
            hfkb: '01',
            hksh: '06990014',
            name: '健診　花子',
            sex: '2',
            btdyYear: 1980,
            btdyMonth: 5,
            btdyDate: 5,
            age: 46,
          },
        ],
      },
    });
  });

  test('tells of each entrance what the top page tells', async () => {
    const { token } = await book();
    const entrances = (body: Record<string, unknown>) =>
      [body.isIndividualOpen, body.individualOpenDate, body.isInsuranceOpen, body.insuranceOpenDate] as const;
    const top = async () =>
      (await service.post('/api/CommonTop/CommonTopFirstDisplay', { param: `r${HOSPITAL}` })).body;
    const shutting = async (change: string) => {
      await sql`update courses set ${sql.raw(change)} where client_code <> '00000000'`.execute(service.db);
      return entrances(await open(token));
    };
    expect(await shutting('published = false')).toEqual(['1', '', '0', '']);
    expect(await shutting("published = true, registration_from = '2027-01-10'")).toEqual(['1', '', '0', '2027/01/10']);
    expect(entrances(await top())).toEqual(entrances(await open(token)));
    expect(await shutting("registration_from = '2026-04-01'")).toEqual(['1', '', '1', '']);
  });

  test('options by name, amounts with tax as it was rounded then, a day without a time', async () => {
    const setAmount = (amount: number) =>
      sql`update course_options set amount = ${amount} where option_code = '0006'`.execute(service.db);
    await setInstitution({ tax_display: 'excluded', tax_rounding: 'up' });
    await setAmount(2751);
    const { token } = await book({
      opbr: ['0002', '0003'],
      opcd: ['0006', '0007'],
      optionJkcd: ['06', '07'],
      sumGkgk: 40_251,
      reserveDate: '2026/12/02',
    });
    await bookMore(token, { kscd: '0005', sumGkgk: 6600, reserveDate: '2026/12/01', reserveTmzn: 'ZZ' });
    await setInstitution({ tax_display: 'included', tax_rounding: 'down' });
    await setAmount(2750);
    const { enableReserveDataList } = await open(token);
    expect(enableReserveDataList).toMatchObject([
      { reserveSthm: '', reserveTmzn: 'ZZ', money: 6600, taxMoney: 7260, taxk: '1', optionNameList: [] },
      {
        optionNameList: ['オプション0006', 'オプション0007'],
        opcds: ['0006', '0007'],
        money: 40_251,
        taxMoney: 44_277,
        taxk: '1',
      },
    ]);
  });

  test('current ones by day and time, the others by day from the last; a day that is over is past', async () => {
    const { token, ukno: first } = await book({ reserveDate: '2026/12/10', reserveTmzn: '10' });
    const early = await bookMore(token, { reserveDate: '2026/12/10' });
    const soon = await bookMore(token, { reserveDate: '2026/11/20' });
    const confirmed = await bookMore(token, { reserveDate: '2026/12/03' });
    const cancelled = await bookMore(token, { reserveDate: '2026/12/20' });
    const old = await bookMore(token, { reserveDate: '2026/12/21' });
    const changed = await bookMore(token, { reserveDate: '2026/12/22', choiceUkno: old }, CHANGE);
    await setStatus(confirmed, 'confirmed');
    await setStatus(cancelled, 'cancel_confirmed');
    const page = await open(token);
    expect(numbers(page.enableReserveDataList)).toEqual([soon, confirmed, early, first, changed]);
    expect(numbers(page.disableReserveDataList)).toEqual([old, cancelled]);
    expect(page.disableReserveDataList.map(({ ykst }: { ykst: string }) => ykst)).toEqual(['31', '92']);

    // Kept alive until midnight in Tokyo has come, which is three in the afternoon where this server stands.
    for (const now of ['2026-11-20T14:59:59Z', '2026-11-20T15:00:00Z']) {
      await sql`update sessions set last_used_at = ${now}, created_at = ${now}`.execute(service.db);
      service.setNow(now);
      const isPast = now.includes('15:00');
      expect(numbers((await open(token)).disableReserveDataList).includes(soon)).toBe(isPast);
    }
    service.setNow(NOW);
    await sql`update sessions set last_used_at = ${NOW}, created_at = ${NOW}`.execute(service.db);
  });

  test.each([
    ['both', '1'],
    ['individual', '2'],
    ['insurance', '3'],
  ] as const)('the kinds of booking: %s', async (kinds, code) => {
    const { token } = await book();
    await setInstitution({ booking_kinds: kinds, change_deadline_days: 0 });
    expect(await open(token)).toMatchObject({ nwkb: code, chdy: 0, vsbl: '1' });
    await setInstitution({ booking_kinds: 'both', change_deadline_days: 7 });
  });

  test('individuals who are not welcome at present', async () => {
    const { token } = await book();
    const welcome = (usable: boolean) =>
      sql`update clients set usable = ${usable} where client_code = '00000000'`.execute(service.db);
    await welcome(false);
    expect(await open(token)).toMatchObject({ vsbl: '2' });
    await welcome(true);
  });

  test('asks for an own password in sessions that a made one has opened, until there is one', async () => {
    const { token, userId } = await book();
    const [institution_code, mail] = userId.split('_') as [string, string];
    const { examinee_id } = await service.db
      .selectFrom('examinees')
      .select('examinee_id')
      .where('mail', '=', mail)
      .executeTakeFirstOrThrow();
    service.setNow('2026-11-15T10:20:00+09:00');
    expect(await open(token)).toMatchObject({
      isFirstPassword: '1',
      passwordLimit: '2026/11/18 10:00',
      passwordHours: 71,
    });
    service.setNow(NOW);
    service.setNow('2026-11-15T10:20:00+09:00');
    await sql`update examinee_credentials set expires_at = '2026-11-15T10:19:00+09:00'
               where examinee_id = ${examinee_id}`.execute(service.db);
    expect(await open(token)).toMatchObject({
      isFirstPassword: '1',
      passwordLimit: '2026/11/15 10:19',
      passwordHours: -1,
    });
    service.setNow(NOW);
    const hash = await hashPassword('Own#12345');
    await service.db
      .insertInto('examinee_credentials')
      .values({ institution_code, examinee_id, kind: 'own', scheme: 'argon2id', hash })
      .execute();
    const own = await service.logIn(userId, 'Own#12345');
    // Both passwords stand as yet: what counts is the one that this session was opened with.
    expect(await open(own)).toMatchObject({ isFirstPassword: '0', passwordLimit: '', passwordHours: 0 });
    expect(await open(token)).toMatchObject({ isFirstPassword: '1' });
    await sql`update examinee_credentials set kind = 'reissued' where kind = 'first'`.execute(service.db);
    expect(await open(token)).toMatchObject({ isFirstPassword: '0', passwordLimit: '' });
  });

  test('nothing of anybody else', async () => {
    const mine = await book({ reserveDate: '2026/12/07' });
    const yours = await book({ reserveDate: '2026/12/07' });
    expect(numbers((await open(mine.token)).enableReserveDataList)).toEqual([mine.ukno]);
    expect(numbers((await open(yours.token)).enableReserveDataList)).toEqual([yours.ukno]);
  });
});

describe('the confirmation mail', () => {
  const mails = async (number: number) => {
    const { rows } = await sql<{ kind: string; subject: string; recipient: string }>`
      select kind, subject, recipient from outbox_mails where reservation_number = ${number} and kind <> 'password'
       order by created_at, kind`.execute(service.db);
    return rows;
  };
  const send = (number: unknown, token?: string) => service.post(MAIL, { ukno: number }, token);
  const at = (time: string) => service.setNow(`2026-11-15T${time}+09:00`);
  afterAll(() => service.setNow(NOW));

  test.each([
    ['new', 'booked'],
    ['changed', 'changed_by_examinee'],
    ['confirmed', 'confirmed'],
  ])('of a reservation that is %s: %s, to where its mails go', async (status, kind) => {
    at('10:00:00');
    const { token, ukno } = await book({ reserveDate: '2026/12/08', email1: `to-${status}@example.jp` });
    await setStatus(ukno, status);
    at('10:01:00');
    expect(await send(ukno, token)).toEqual({ status: 200, body: { errorCode: 0, errorMessagesList: [] } });
    const [, again] = await mails(ukno);
    expect(again).toMatchObject({ kind, recipient: `to-${status}@example.jp` });
    const { rows } = await sql`
      select act, actor_kind, details, version from reservation_history join reservations using (reservation_number)
       where reservation_number = ${ukno} and act = 'mailed'`.execute(service.db);
    expect(rows).toEqual([{ act: 'mailed', actor_kind: 'examinee', details: { kind }, version: 1 }]);
  });

  test('of a booking that was only asked for, in its own words', async () => {
    at('10:00:00');
    const { token, ukno } = await book({
      jgcd: DESIRED,
      hksh: '12345678',
      sumGkgk: 7700,
      reserveDate: '2026/12/08',
    });
    await send(ukno, token);
    const [first, again] = await mails(ukno);
    expect(again?.subject).toBe(first?.subject);
  });

  test('once a minute, five times a day in Tokyo, by reservation; beyond that a sentence', async () => {
    at('10:00:00');
    const { token, ukno } = await book({ reserveDate: '2026/12/09' });
    const other = await bookMore(token, { reserveDate: '2026/12/09' });
    const tooSoon = {
      status: 429,
      body: {
        errorCode: 11,
        errorMessage: '確認メールは送信したばかりです。1分ほど待ってからもう一度お試しください。',
        errorMessagesList: ['確認メールは送信したばかりです。1分ほど待ってからもう一度お試しください。'],
      },
    };
    const enough = '確認メールを送信できるのは、1つのご予約につき1日5回までです。明日以降にもう一度お試しください。';
    expect((await send(ukno, token)).body).toMatchObject({ errorCode: 0 });
    at('10:00:59');
    expect(await send(ukno, token)).toEqual(tooSoon);
    expect((await send(other, token)).body).toMatchObject({ errorCode: 0 });
    for (const time of ['10:01:00', '10:02:00', '10:03:00', '10:04:00']) {
      at(time);
      expect((await send(ukno, token)).body, time).toMatchObject({ errorCode: 0 });
    }
    at('10:10:00');
    expect(await send(ukno, token)).toMatchObject({ status: 429, body: { errorCode: 11, errorMessage: enough } });
    expect(await mails(ukno)).toHaveLength(6);
    expect((await send(other, token)).body).toMatchObject({ errorCode: 0 });

    for (const [now, answer] of [
      ['2026-11-15T14:59:59Z', { status: 429, body: { errorMessage: enough } }],
      ['2026-11-15T15:00:00Z', { status: 200, body: { errorCode: 0 } }],
    ] as const) {
      await sql`update sessions set last_used_at = ${now}, created_at = ${now}`.execute(service.db);
      service.setNow(now);
      expect(await send(ukno, token)).toMatchObject(answer);
    }
    service.setNow(NOW);
    await sql`update sessions set last_used_at = ${NOW}, created_at = ${NOW}`.execute(service.db);
  });

  test('asked for ten times at once it goes out once', async () => {
    at('10:00:00');
    const { token, ukno } = await book({ reserveDate: '2026/12/10' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(ukno, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(429)]);
    expect(await mails(ukno)).toHaveLength(2);
  });

  test('not of what is replaced, cancelled or over; outside the window all the same', async () => {
    at('10:00:00');
    const { token, ukno } = await book({ reserveDate: '2026/11/16' });
    const over = {
      status: 200,
      body: {
        errorCode: 13,
        errorMessage:
          'このご予約は、変更・キャンセルされたか受診日を過ぎているため、確認メールを送信できません。マイページでご確認ください。',
      },
    };
    for (const status of ['replaced_unconfirmed', 'replaced_confirmed', 'cancelled', 'cancel_confirmed', 'deleted']) {
      await setStatus(ukno, status);
      expect(await send(ukno, token), status).toMatchObject(over);
    }
    await setStatus(ukno, 'confirmed');
    await sql`update reservations set visit_date = '2026-11-14' where reservation_number = ${ukno}`.execute(service.db);
    expect(await send(ukno, token)).toMatchObject(over);
    await sql`update reservations set visit_date = '2026-11-16' where reservation_number = ${ukno}`.execute(service.db);
    expect((await send(ukno, token)).body).toMatchObject({ errorCode: 0 });
  });

  test.each([[''], ['abc'], ['1234567890'], ['-1']])('a number like %j is no number', async (number) => {
    const { token } = await book();
    const before = await countWritten(service.db);
    expect(await send(number, token)).toMatchObject({ status: 200, body: { errorCode: 12 } });
    expect(await countWritten(service.db)).toEqual(before);
  });
});

test('the account’s address says whether it wants invitations, whatever was booked to other addresses', async () => {
  const change = (token: string, dmkb: string) => service.post('/api/CommonMyPage/UpdateMailWish', { dmkb }, token);
  const { token } = await book({ email1: 'Wish@example.jp', dmkb: '1' });
  await bookMore(token, { email1: 'elsewhere@example.jp', dmkb: '0', reserveDate: '2026/12/08' });
  expect((await open(token)).dmkb).toBe('1');
  expect((await change(token, '0')).body).toMatchObject({ errorCode: 0 });
  expect((await change(token, '0')).body).toMatchObject({ errorCode: 0 });
  expect((await open(token)).dmkb).toBe('0');
  const wish = await service.db.selectFrom('mail_wishes').selectAll().where('mail', '=', 'wish@example.jp').execute();
  expect(wish).toMatchObject([{ accepts: false, origin: 'my_page', user_id: '' }]);
  expect((await change(token, '')).body).toMatchObject({ errorCode: 12 });
  expect((await change(token, '1')).body).toMatchObject({ errorCode: 0 });
  expect((await open(token)).dmkb).toBe('1');
});
