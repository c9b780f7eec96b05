// One's own reservation through the HTTP server: its detail, its cancellation, and who learns nothing of it.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueToken } from '#server/access/tokens.ts';
import { addAdministrator } from '#server/records/institutions.ts';
import { type Form, guestForm } from '#tests/kit/booking-forms.ts';
import { buildHospital, countWritten, HOSPITAL, SOCIETY, usedOn, wrongCounters } from '#tests/kit/booking-hospital.ts';
import { PASSWORD, startTestService, type TestService } from '#tests/kit/service.ts';
import { watchStatements } from '#tests/kit/statements.ts';

const GUEST = '/api/Account/CommonGuestNewReserve';
const LOGGED_IN = '/api/Account/CommonLoginedNewReserve';
const CHANGE = '/api/Account/CommonLoginedChangeReserve';
const MY_PAGE = '/api/CommonMyPage/FirstDisplay';
const MAIL = '/api/CommonMyPage/SendConfirmMail';
const DETAIL = '/api/CommonReserveDetail/FirstDisplay';
const CONFIRM = '/api/CommonConfirmCancel/FirstDisplay';
const CANCEL = '/api/CommonConfirmCancel/CancelReserve';
const EDIT = '/api/MasterWIGA1Detail';
const CANCELLED = '/api/CommonConfirmCancel2/FirstDisplay';
const NOW = '2026-11-15T10:00:00+09:00';
const OTHER_HOSPITAL = '20000002';
const NO_LONGER =
  'このご予約は、すでに変更・キャンセルされたか、変更の期限を過ぎています。マイページでご確認ください。';

let service: TestService;
let people = 0;
/** Of the staff. */
let clerk: string;

async function book(changes: Form = {}) {
  const form = guestForm(HOSPITAL, { email1: `o${++people}@example.jp`, ...changes });
  const { body } = await service.post(GUEST, form);
  expect(body).toMatchObject({ errorCode: 0 });
  const token = await service.logIn(body.userId, body.firstPassword);
  return { ...body, token } as { ukno: number; userId: string; token: string };
}

const statusOf = async (number: number) => {
  const { rows } = await sql<{ status: string }>`
    select status from reservations where reservation_number = ${number}`.execute(service.db);
  return rows[0]?.status;
};
const setStatus = (number: number, status: string) =>
  sql`update reservations set status = ${status} where reservation_number = ${number}`.execute(service.db);

beforeAll(async () => {
  service = await startTestService({ now: NOW, env: { GUEST_RESERVATIONS_PER_MINUTE: '0' } });
  await buildHospital(service.db);
  await sql`update frame_capacities set capacity = 50`.execute(service.db);
  const administrator = { institutionCode: HOSPITAL, userId: 'admin001', displayName: '受付', password: PASSWORD };
  await addAdministrator(service.db, administrator);
  clerk = await service.logIn(administrator.userId);
  await sql`
    update courses set duration = '約3時間', description = ${'朝食は\n召し上がらないでください。'},
           recommended_for = '35歳以上の方', cancel_notes = ${'検査容器は破棄してください。\nまたのご予約をお待ちしております。'}
  `.execute(service.db);
  await sql`
    insert into exam_items (institution_code, item_code, name, sort)
    values (${HOSPITAL}, '0001', '血液検査', 1), (${HOSPITAL}, '0002', '眼底', 2), (${HOSPITAL}, '0003', '聴力', 3)
  `.execute(service.db);
  await sql`
    insert into course_items (institution_code, client_code, fiscal_year, course_code, item_code, extent)
    select institution_code, client_code, fiscal_year, course_code, i.item_code, i.extent
      from courses, (values ('0001', 'all'), ('0002', 'part'), ('0003', 'none')) as i (item_code, extent)
  `.execute(service.db);
});
afterAll(async () => {
  expect(await wrongCounters(service.db)).toEqual([]);
  await service.close();
});

const member = {
  jgcd: SOCIETY,
  hksh: '06990014',
  hfkb: '02',
  inputHfkb: '02',
  courseJkcd: '02',
  sumGkgk: 16_500,
  hkkg: '12',
  hkno: '345',
  cmnm: '東丘精機',
  syno: 'A-1',
  mem1: 'はじめてです。\nよろしくお願いします。',
};

describe('the detail', () => {
  test('says everything as it was at the booking, whatever masters say by now', async () => {
    await sql`update institutions set tax_display = 'excluded', tax_rounding = 'up'`.execute(service.db);
    const { ukno, token } = await book({ ...member, email1: 'spouse@example.jp' });
    const answer = await service.post(DETAIL, { ircd: HOSPITAL, ukno }, token);
    expect(answer).toEqual({
      status: 200,
      body: {
        errorCode: 0,
        errorMessagesList: [],
        ukno,
        icsUkno: ukno,
        icsSequence: 0,
        ykst: '21',
        caln: '1',
        reserveDateYear: 2026,
        reserveDateMonth: 12,
        reserveDateDate: 1,
        reserveSthm: '9:00',
        ksnm: 'コース0001',
        optionNameList: [],
        kshj: '1',
        taxk: '1',
        money: 16_500,
        sumGkgk: 16_500,
        sumTaxGkgk: 18_150,
        courseInfo: {
          ksnm: 'コース0001',
          time: '約3時間',
          mem1: '朝食は\n召し上がらないでください。',
          mem2: '35歳以上の方',
          gkgk: 16_500,
          listInspection: [
            { kmnm: '血液検査', jskb: '1' },
            { kmnm: '眼底', jskb: '2' },
          ],
        },
        optionInfoList: [],
        jgcd: SOCIETY,
        jgnm: `団体${SOCIETY}`,
        hksh: '06990014',
        hkkg: '12',
        hkno: '345',
        kbnm: '配偶者',
        cmnm: '東丘精機',
        name: '健診　花子',
        ryak: 'ケンシン　ハナコ',
        btdyYear: 1980,
        btdyMonth: 5,
        btdyDate: 5,
        age: 46,
        ageDate: '2027/03/31',
        sex: '2',
        zip: '231-0000',
        adr1: '神奈川県',
        adr2: '横浜市中区',
        adr3: '汐見の丘1-2-3',
        tel1: '045-000-0123',
        syno: 'A-1',
        emal: 'spouse@example.jp',
        dmkb: '1',
        mem1: 'はじめてです。\nよろしくお願いします。',
      },
    });
    await sql`update institutions set tax_display = 'included', tax_rounding = 'down'`.execute(service.db);
    await sql`update clients set name = '新', age_basis = 'this_year', age_month = 4 where client_code = ${SOCIETY}`.execute(
      service.db,
    );
    await sql`update client_categories set name = '新'`.execute(service.db);
    await sql`update courses set name = '新', duration = '', description = '', recommended_for = ''`.execute(
      service.db,
    );
    await sql`update exam_items set name = '新'`.execute(service.db);
    await sql`update course_prices set amount = 1 where client_code = ${SOCIETY}`.execute(service.db);
    expect(await service.post(DETAIL, { ukno }, token)).toEqual(answer);
    await sql`update courses set name = 'コース' || course_code`.execute(service.db);
  });

  test('an age counted at the visit says no other day; options have their amounts', async () => {
    const { ukno, token } = await book({
      opbr: ['0002'],
      opcd: ['0006'],
      optionJkcd: ['06'],
      sumGkgk: 12_750,
    });
    expect((await service.post(DETAIL, { ukno }, token)).body).toMatchObject({
      ageDate: '',
      hksh: '',
      kbnm: '',
      courseInfo: { gkgk: 10_000 },
      optionInfoList: [{ opnm: 'オプション0006', gkgk: 2750 }],
      optionNameList: ['オプション0006'],
      sumGkgk: 12_750,
    });
  });

  test('moved by staff, the age stays that of the day it was booked for', async () => {
    const { ukno, token } = await book({ reserveDate: '2026/12/03' });
    await sql`update reservations set visit_date = '2027-06-01' where reservation_number = ${ukno}`.execute(service.db);
    expect((await service.post(DETAIL, { ukno }, token)).body).toMatchObject({ age: 46, ageDate: '2026/12/03' });
    await sql`update reservations set visit_date = '2026-12-03' where reservation_number = ${ukno}`.execute(service.db);
  });

  test('is there for its owner whatever has become of it', async () => {
    const { ukno, token } = await book();
    for (const [status, code] of [
      ['replaced_unconfirmed', '31'],
      ['replaced_confirmed', '32'],
      ['cancelled', '91'],
      ['cancel_confirmed', '92'],
      ['deleted', '99'],
      ['confirmed', '23'],
    ] as const) {
      await setStatus(ukno, status);
      expect((await service.post(DETAIL, { ukno }, token)).body).toMatchObject({ errorCode: 0, ykst: code });
    }
  });
});

describe('the cancellation', () => {
  test('shows what is cancelled, cancels it, and says what to know', async () => {
    const { ukno, token } = await book({ reserveDate: '2026/12/14' });
    expect(await usedOn(service.db, '2026-12-14')).toEqual({ '0001/09': 1 });
    expect((await service.post(CONFIRM, { ukno }, token)).body).toMatchObject({
      errorCode: 0,
      ukno,
      reserveDateDate: 14,
      money: 10_000,
      taxMoney: 10_000,
      name: '健診　花子',
      zip: '231-0000',
      emal: expect.stringContaining('@'),
    });
    expect(await statusOf(ukno)).toBe('new');
    expect(await service.post(CANCEL, { ukno, trsq: 1 }, token)).toEqual({
      status: 200,
      body: { errorCode: 0, errorMessagesList: [] },
    });
    expect(await statusOf(ukno)).toBe('cancelled');
    expect(await usedOn(service.db, '2026-12-14')).toEqual({});
    const { rows } = await sql`
      select kind from outbox_mails where reservation_number = ${ukno} and kind = 'cancelled_by_examinee'`.execute(
      service.db,
    );
    expect(rows).toHaveLength(1);
    expect((await service.post(CANCELLED, { ukno }, token)).body).toEqual({
      errorCode: 0,
      errorMessagesList: [],
      mem5List: ['検査容器は破棄してください。', 'またのご予約をお待ちしております。'],
    });
  });

  test('sent twice under one id it is done once; under another it is refused; the id covers the number', async () => {
    const { ukno, token } = await book({ reserveDate: '2026/12/15' });
    const second = await book({ reserveDate: '2026/12/15' });
    const requestId = 'r'.repeat(22);
    const answers = await Promise.all([1, 2, 3].map(() => service.post(CANCEL, { ukno, requestId }, token)));
    for (const { body } of answers) expect(body).toMatchObject({ errorCode: 0 });
    const before = await countWritten(service.db);
    expect((await service.post(CANCEL, { ukno, requestId: 's'.repeat(22) }, token)).body).toMatchObject({
      errorCode: 13,
      errorMessage: NO_LONGER,
    });
    expect((await service.post(CANCEL, { ukno }, token)).body).toMatchObject({ errorCode: 13 });
    expect((await service.post(CANCEL, { ukno: second.ukno, requestId }, token)).status).toBe(404);
    expect((await service.post(CANCEL, { ukno, requestId: 'short' }, token)).body).toMatchObject({ errorCode: 12 });
    expect(await countWritten(service.db)).toEqual(before);
    expect(await usedOn(service.db, '2026-12-15')).toEqual({ '0001/09': 1 });
  });

  test.each([['replaced_unconfirmed'], ['replaced_confirmed'], ['cancelled'], ['cancel_confirmed'], ['deleted']])(
    'what is %s is not cancelled again',
    async (status) => {
      const { ukno, token } = await book({ reserveDate: '2026/12/16' });
      await setStatus(ukno, status);
      const before = await countWritten(service.db);
      for (const path of [CONFIRM, CANCEL]) {
        expect((await service.post(path, { ukno }, token)).body, path).toMatchObject({
          errorCode: 13,
          errorMessage: NO_LONGER,
          redoStep: 'my-page',
        });
      }
      expect(await statusOf(ukno)).toBe(status);
      expect(await countWritten(service.db)).toEqual(before);
      expect((await service.post(CANCELLED, { ukno }, token)).body).toMatchObject({ errorCode: 0 });
      await setStatus(ukno, 'new');
    },
  );

  // The last second that is open and the first that is not, in UTC, where the server stands.
  test.each([
    [7, '2026-12-22', '2026-12-15T14:59:59Z', '2026-12-15T15:00:00Z'],
    [0, '2026-12-22', '2026-12-22T14:59:59Z', '2026-12-22T15:00:00Z'],
    [1, '2027-03-01', '2027-02-28T14:59:59Z', '2027-02-28T15:00:00Z'],
    [99, '2027-03-31', '2026-12-22T14:59:59Z', '2026-12-22T15:00:00Z'],
  ])('closes %i days before %s, at midnight in Tokyo, at the look and at the act', async (days, visit, last, first) => {
    await sql`update institutions set change_deadline_days = ${days}`.execute(service.db);
    const { ukno, token } = await book({ reserveDate: visit.replaceAll('-', '/') });
    for (const [now, errorCode] of [
      [first, 13],
      [last, 0],
    ] as const) {
      await sql`update sessions set last_used_at = ${now}, created_at = ${now}`.execute(service.db);
      service.setNow(now);
      for (const path of [CONFIRM, CANCEL]) {
        expect((await service.post(path, { ukno }, token)).body, `${path} ${now}`).toMatchObject({ errorCode });
      }
      expect(await statusOf(ukno)).toBe(errorCode === 0 ? 'cancelled' : 'new');
    }
    service.setNow(NOW);
    await sql`update sessions set last_used_at = ${NOW}, created_at = ${NOW}`.execute(service.db);
    await sql`update institutions set change_deadline_days = 7`.execute(service.db);
  });

  test('of a change and a cancellation at once, one wins and the other gets a sentence', async () => {
    for (let round = 0; round < 8; round++) {
      const { ukno, token } = await book({ reserveDate: '2026/12/17' });
      const moved = guestForm(HOSPITAL, {
        choiceUkno: ukno,
        reserveDate: '2026/12/18',
        email1: `o${people}@example.jp`,
      });
      const answers = await Promise.all([
        service.post(CHANGE, moved, token),
        service.post(CANCEL, { ukno }, token),
        service.post(CANCEL, { ukno }, token),
      ]);
      const codes = answers.map(({ body }) => body.errorCode);
      expect(codes.sort()).toEqual([0, 13, 13]);
      for (const { body } of answers) if (body.errorCode === 13) expect(body.errorMessage).toBe(NO_LONGER);
      expect(['cancelled', 'replaced_unconfirmed']).toContain(await statusOf(ukno));
    }
    expect(await wrongCounters(service.db)).toEqual([]);
  });

  test('staff who move it while it is cancelled come first, or are informed that they were late', async () => {
    for (let round = 0; round < 8; round++) {
      const { ukno, token } = await book({ reserveDate: '2027/01/12' });
      const { version } = (await service.post(`${EDIT}/FirstDisplay`, { ukno }, clerk)).body;
      const moved = { reserveDateYear: 2027, reserveDateMonth: 1, reserveDateDate: 13, reserveTmzn: '10' };
      const [edited, cancelled] = await Promise.all([
        service.post(`${EDIT}/Update`, { ukno, statusCode: '23', ...moved, version }, clerk),
        service.post(CANCEL, { ukno }, token),
      ]);
      expect(cancelled.body).toMatchObject({ errorCode: 0 });
      expect([0, 14]).toContain(edited.body.errorCode);
      if (edited.body.errorCode === 14) expect(edited.body.errorMessage).toMatch(/。$/);
      expect(await statusOf(ukno)).toBe('cancelled');
    }
    expect(await usedOn(service.db, '2027-01-12')).toEqual({});
    expect(await usedOn(service.db, '2027-01-13')).toEqual({});
    expect(await wrongCounters(service.db)).toEqual([]);
  });

  test('as many statements for ten reservations as for one', async () => {
    const { ukno, token } = await book({ reserveDate: '2026/12/24' });
    const another = { reserveDate: '2026/12/25' };
    for (let n = 0; n < 9; n++) await service.post(LOGGED_IN, guestForm(HOSPITAL, another), token);
    const ask = async (path: string) => {
      let body: Form = {};
      const statements = await watchStatements(async () => {
        ({ body } = await service.post(path, { ukno }, token));
      });
      expect(body.errorCode, path).toBe(0);
      return { body, statements };
    };
    const page = await ask(MY_PAGE);
    expect(page.body.enableReserveDataList).toHaveLength(10);
    // The session, who it is, and the page.
    expect(page.statements).toHaveLength(3);
    expect((await ask(DETAIL)).statements).toHaveLength(2);
    expect((await ask(CONFIRM)).statements).toHaveLength(2);
    expect((await ask(CANCELLED)).statements).toHaveLength(2);
    expect((await ask(CANCEL)).statements).toHaveLength(3);
  });
});

describe('nobody but its owner', () => {
  const calls = [MY_PAGE, MAIL, DETAIL, CONFIRM, CANCEL, CANCELLED];
  const byNumber = calls.filter((path) => path !== MY_PAGE);
  const raw = async (path: string, form: Form, token?: string) => {
    const { statusCode, body } = await service.app.inject({
      method: 'POST',
      url: path,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      payload: new URLSearchParams(form as Record<string, string>).toString(),
    });
    return { statusCode, body };
  };

  test('without a token, with a dead one, with an administrator’s: 15, and nothing happens', async () => {
    const { ukno } = await book({ reserveDate: '2026/12/21' });
    const administrator = await service.openInstitution('20000003', 'admin003');
    const before = await countWritten(service.db);
    for (const path of calls) {
      for (const token of [undefined, 'x'.repeat(43), administrator, clerk]) {
        const answer = await service.post(path, { ukno }, token);
        expect(answer, path).toMatchObject({ status: 401, body: { errorCode: 15 } });
      }
    }
    expect(await countWritten(service.db)).toEqual(before);
    expect(await statusOf(ukno)).toBe('new');
  });

  test('another examinee learns what a number of nowhere is told, byte by byte', async () => {
    const mine = await book({ reserveDate: '2026/12/21' });
    const yours = await book({ reserveDate: '2026/12/21' });
    const before = await countWritten(service.db);
    for (const path of byNumber) {
      const notYours = await raw(path, { ukno: mine.ukno, trsq: 1, requestId: 'q'.repeat(22) }, yours.token);
      const notThere = await raw(path, { ukno: 999_999_999, trsq: 1, requestId: 'q'.repeat(22) }, yours.token);
      expect(notYours).toEqual(notThere);
      expect(notYours.statusCode).toBe(404);
      expect(JSON.parse(notYours.body)).toMatchObject({ errorCode: 16 });
      // The form may carry the token too.
      expect(await raw(path, { ukno: mine.ukno, token: yours.token, requestId: 'q'.repeat(22) })).toEqual(notThere);
    }
    expect(await countWritten(service.db)).toEqual(before);
    expect(await statusOf(mine.ukno)).toBe('new');
  });

  test('the same person of another institution is told the same, and nothing with our code', async () => {
    const mine = await book({ reserveDate: '2026/12/21' });
    await service.openInstitution(OTHER_HOSPITAL, 'admin002');
    await sql`
      insert into examinees (institution_code, examinee_id, mail, family_name, given_name)
      overriding system value
      select ${OTHER_HOSPITAL}, examinee_id, mail, '健診', '花子' from examinees where institution_code = ${HOSPITAL}
         and mail = ${mine.userId.slice(9)}`.execute(service.db);
    const { rows } = await sql<{ id: number }>`
      select examinee_id as id from examinees where institution_code = ${OTHER_HOSPITAL}`.execute(service.db);
    expect(rows).toHaveLength(1);
    // A session as the log-in there would open it.
    const token = await issueToken(
      service.db,
      { kind: 'examinee', institutionCode: OTHER_HOSPITAL, examineeId: Number(rows[0]?.id) },
      new Date(NOW),
    );
    const before = await countWritten(service.db);
    expect((await service.post(MY_PAGE, {}, token)).body).toMatchObject({
      errorCode: 0,
      enableReserveDataList: [],
      disableReserveDataList: [],
    });
    for (const path of byNumber) {
      const notThere = await raw(path, { ukno: 999_999_999 }, token);
      expect(await raw(path, { ukno: mine.ukno }, token), path).toEqual(notThere);
      expect(await raw(path, { ukno: mine.ukno, ircd: HOSPITAL }, token), path).toEqual(notThere);
      expect(notThere.statusCode).toBe(404);
    }
    expect(await raw(MY_PAGE, { ircd: HOSPITAL }, token)).toMatchObject({ statusCode: 404 });
    expect(await countWritten(service.db)).toEqual(before);
    expect(await statusOf(mine.ukno)).toBe('new');
  });
});
