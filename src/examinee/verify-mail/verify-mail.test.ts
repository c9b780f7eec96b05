// Whose account it is: who books with an address, and who has shown that it is theirs.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueToken } from '#server/access/tokens.ts';
import { readVerified, signVerified } from '#server/mail/verify-links.ts';
import type { Form } from '#tests/kit/booking-forms.ts';
import { HOSPITAL, wrongCounters } from '#tests/kit/booking-hospital.ts';
import { deskForm } from '#tests/kit/desk-forms.ts';
import { openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';

const NOW = '2026-11-15T10:00:00+09:00';
const MY_PAGE = '/api/CommonMyPage/FirstDisplay';
const LINK = '/api/CommonVerifyMail';
const OWN = { newPassword: 'Tz4#kplq83', newPasswordEx: 'Tz4#kplq83' };
const STRANGERS = 'Qx7#mvrw92';

let office: ReservationOffice;
beforeAll(async () => {
  office = await openReservationOffice({ LOGIN_FIRST_WAIT_MS: '0', REISSUE_ANSWER_MS: '0' });
  await sql`update frame_capacities set capacity = 99`.execute(office.db);
});
afterAll(async () => {
  expect(await wrongCounters(office.db)).toEqual([]);
  await office.service.close();
});

const post = async (path: string, form: Form, token?: string) => (await office.service.post(path, form, token)).body;
const userOf = (mail: string) => `${HOSPITAL}_${mail}`;

let people = 0;
const newMail = () => `verify${++people}@example.jp`;

/** As the browser of a guest does it: booked, and logged in by the password that the answer tells. */
async function bookAsGuest(mail: string, changes: Form = {}) {
  const { number } = await office.bookUnverified({ email1: mail, ...changes });
  const password = await firstPasswordOf(number);
  return { number, password, token: await office.service.logIn(userOf(mail), password) };
}

const bodiesOf = async (mail: string, kind?: string) => {
  const { rows } = await sql<{ kind: string; body: string; recipient: string; bcc: string }>`
    select kind, body, recipient, bcc from outbox_mails where recipient = ${mail} order by created_at, kind`.execute(
    office.db,
  );
  return rows.filter((row) => kind === undefined || row.kind === kind);
};
/** What the guest's answer has told too. */
const firstPasswordOf = async (number: number) => {
  const { rows } = await sql<{ body: string }>`
    select body from outbox_mails where reservation_number = ${number} and kind = 'password'`.execute(office.db);
  return /パスワード：(\S+)/.exec(rows[0]?.body ?? '')?.[1] ?? '';
};
const keyIn = (body = '') => /\/CommonVerifyMail\/[^#\s]+#(\S+)/.exec(body)?.[1] ?? '';
const newestKey = async (mail: string) =>
  keyIn((await bodiesOf(mail)).filter(({ body }) => keyIn(body) !== '').at(-1)?.body);

async function atDesk(mail: string, changes: Form = {}): Promise<number> {
  const body = await post(
    '/api/Desk/Reserve',
    deskForm({ email1: mail, tel1: '045-999-8888', ...changes }),
    office.token,
  );
  expect(body).toMatchObject({ errorCode: 0 });
  return body.ukno;
}
const numbersOn = async (token: string) => {
  const page = await post(MY_PAGE, {}, token);
  return {
    isMailVerified: page.isMailVerified,
    numbers: page.enableReserveDataList?.map(({ ukno }: Form) => ukno).sort(),
  };
};
const changePassword = (token: string, currentPassword: string, next: string) =>
  post('/api/CommonChangePassword/ChangePassword', { currentPassword, newPassword: next, newPasswordEx: next }, token);
const isDead = async (token: string) => (await post(MY_PAGE, {}, token)).errorCode === 15;
const opens = async (mail: string, password: string) =>
  (await office.service.post('/Token', { grant_type: 'password', username: userOf(mail), password })).status === 200;

describe('given a stranger who has booked with her address, kana and birth date, and set a password', () => {
  async function strangerCame() {
    const mail = newMail();
    const stranger = await bookAsGuest(mail);
    expect((await changePassword(stranger.token, stranger.password, STRANGERS)).errorCode).toBe(0);
    return { mail, stranger };
  }

  test('when the desk books her by that mail, then the stranger sees nothing of it, and the desk is told of no account', async () => {
    const { mail, stranger } = await strangerCame();
    const caller = {
      email1: mail,
      ryk1: 'ケンシン',
      ryk2: 'ハナコ',
      btdyYear: 1980,
      btdyMonth: 5,
      btdyDate: 5,
    };
    expect(await post('/api/Desk/MailOwner', caller, office.token)).toMatchObject({ errorCode: 0, owner: 'none' });
    const hers = await atDesk(mail);
    expect(await numbersOn(stranger.token)).toEqual({ isMailVerified: '0', numbers: [stranger.number] });
    const again = await office.service.logIn(userOf(mail), STRANGERS);
    expect(await numbersOn(again)).toEqual({ isMailVerified: '0', numbers: [stranger.number] });
    for (const path of [
      'CommonReserveDetail/FirstDisplay',
      'CommonConfirmCancel/FirstDisplay',
      'CommonMyPage/SendConfirmMail',
    ]) {
      expect(await post(`/api/${path}`, { ukno: hers }, again)).toMatchObject({ errorCode: 16 });
    }
    expect(JSON.stringify(await post('/api/CommonReserveResult/FirstDisplay', { ukno: hers }, again))).not.toContain(
      '確定',
    );
  });

  test('when she opens the link of her mail and chooses a password, then every session and password from before ends, and hers shows', async () => {
    const { mail, stranger } = await strangerCame();
    const hers = await atDesk(mail);
    const key = await newestKey(mail);
    expect(await post(`${LINK}/FirstDisplay`, { key })).toMatchObject({ verifyState: '0', isLoggedIn: '0' });
    expect(await post(`${LINK}/Verify`, { key })).toMatchObject({ errorCode: 13 });
    expect(await post(`${LINK}/SetPassword`, { key, ...OWN })).toMatchObject({ errorCode: 0, userId: userOf(mail) });
    expect(await isDead(stranger.token)).toBe(true);
    expect(await opens(mail, STRANGERS)).toBe(false);
    expect(await opens(mail, stranger.password)).toBe(false);
    const token = await office.service.logIn(userOf(mail), OWN.newPassword);
    expect(await numbersOn(token)).toEqual({ isMailVerified: '1', numbers: [stranger.number, hers].sort() });
    expect((await bodiesOf(mail, 'password')).at(-1)?.body).toContain('パスワードが変更されました');
  });

  test('when she comes by a reissued password, then the stranger is out too', async () => {
    const { mail, stranger } = await strangerCame();
    const hers = await atDesk(mail);
    const born = { btdyYear: 1980, btdyMonth: 5, btdyDate: 5 };
    await post('/api/CommonForgetPassword/ReissuePassword', { ircd: HOSPITAL, email: mail, ...born });
    const { body = '' } = (await bodiesOf(mail, 'password')).at(-1) ?? {};
    // That it was sent changes nothing.
    expect((await numbersOn(stranger.token)).isMailVerified).toBe('0');
    const token = await office.service.logIn(userOf(mail), /パスワード：(\S+)/.exec(body)?.[1] ?? '');
    expect(await isDead(stranger.token)).toBe(true);
    expect(await opens(mail, STRANGERS)).toBe(false);
    expect(await numbersOn(token)).toEqual({ isMailVerified: '1', numbers: [stranger.number, hers].sort() });
  });

  test('when staff change or correct what the stranger has booked, then nothing of that shows either', async () => {
    const { mail, stranger } = await strangerCame();
    const seen = await office.row(stranger.number);
    const changed = await atDesk(mail, {
      choiceUkno: stranger.number,
      version: String(seen.version),
      reserveTmzn: '10',
    });
    // The old one is replaced, and stands among the past ones as it was booked.
    expect((await numbersOn(stranger.token)).numbers).toEqual([]);
    expect(await post('/api/CommonReserveDetail/FirstDisplay', { ukno: changed }, stranger.token)).toMatchObject({
      errorCode: 16,
    });
    await post(`${LINK}/SetPassword`, { key: await newestKey(mail), ...OWN });
    const token = await office.service.logIn(userOf(mail), OWN.newPassword);
    expect((await numbersOn(token)).numbers).toEqual([changed]);

    const other = await strangerCame();
    const corrected = { ...deskForm({ email1: other.mail, tel1: '045-777-6666' }), ukno: other.stranger.number };
    expect(await post('/api/Desk/CorrectPerson', corrected, office.token)).toMatchObject({ errorCode: 0 });
    expect((await numbersOn(other.stranger.token)).numbers).toEqual([]);
    await post(`${LINK}/SetPassword`, { key: await newestKey(other.mail), ...OWN });
    const hers = await office.service.logIn(userOf(other.mail), OWN.newPassword);
    expect((await numbersOn(hers)).numbers).toEqual([other.stranger.number]);
  });

  test('given other kana, then what the desk has booked shows on nobody’s my page, before and after', async () => {
    const { mail } = await strangerCame();
    const hers = await atDesk(mail, { ryk1: 'ベツノ', ryk2: 'ヒト' });
    await post(`${LINK}/SetPassword`, { key: keyIn((await bodiesOf(mail, 'booked'))[0]?.body), ...OWN });
    const token = await office.service.logIn(userOf(mail), OWN.newPassword);
    expect((await numbersOn(token)).numbers).not.toContain(hers);
  });
});

describe('the link', () => {
  test('given the browser in which she has booked, when she presses once, then she stays and everybody else is out', async () => {
    const mail = newMail();
    const guest = await bookAsGuest(mail);
    const elsewhere = await office.service.logIn(userOf(mail), guest.password);
    const key = await newestKey(mail);
    expect(await post(`${LINK}/FirstDisplay`, { key }, guest.token)).toMatchObject({
      isLoggedIn: '1',
      verifyState: '0',
    });
    // To open it is not to press: scanners open links.
    expect((await numbersOn(guest.token)).isMailVerified).toBe('0');
    expect(await post(`${LINK}/Verify`, { key }, guest.token)).toMatchObject({ errorCode: 0 });
    expect(await numbersOn(guest.token)).toEqual({ isMailVerified: '1', numbers: [guest.number] });
    expect(await isDead(elsewhere)).toBe(true);
    // The answer has told it to whoever booked; here it still becomes a password of her own.
    expect(await opens(mail, guest.password)).toBe(false);
    expect((await changePassword(guest.token, guest.password, OWN.newPassword)).errorCode).toBe(0);
    expect(await opens(mail, OWN.newPassword)).toBe(true);
    // From now on the desk is told of it, and books into it.
    const caller = { email1: mail, ryk1: 'ケンシン', ryk2: 'ハナコ', btdyYear: 1980, btdyMonth: 5, btdyDate: 5 };
    expect(await post('/api/Desk/MailOwner', caller, office.token)).toMatchObject({ owner: 'self' });
    const hers = await atDesk(mail);
    expect((await numbersOn(guest.token)).numbers).toContain(hers);
    // The same press twice is one.
    expect(await post(`${LINK}/Verify`, { key }, guest.token)).toMatchObject({ errorCode: 0 });
  });

  test('given another account’s session, then she chooses a password, and that session stays', async () => {
    const [mail, other] = [newMail(), newMail()];
    await bookAsGuest(mail);
    const { token } = await bookAsGuest(other);
    const key = await newestKey(mail);
    expect(await post(`${LINK}/FirstDisplay`, { key }, token)).toMatchObject({ isLoggedIn: '0' });
    expect(await post(`${LINK}/Verify`, { key }, token)).toMatchObject({ errorCode: 13 });
    expect(await post(`${LINK}/SetPassword`, { key, ...OWN }, token)).toMatchObject({ errorCode: 0 });
    expect((await numbersOn(token)).isMailVerified).toBe('0');
  });

  test('is good once: used, it tells so, and sets nobody’s password again', async () => {
    const mail = newMail();
    await bookAsGuest(mail);
    const key = await newestKey(mail);
    expect((await post(`${LINK}/SetPassword`, { key, ...OWN })).errorCode).toBe(0);
    // Its answer was lost, and it is sent again.
    expect((await post(`${LINK}/SetPassword`, { key, ...OWN })).errorCode).toBe(0);
    const other = { newPassword: 'Wb5#hjyt61', newPasswordEx: 'Wb5#hjyt61' };
    expect(await post(`${LINK}/SetPassword`, { key, ...other })).toMatchObject({
      errorCode: 13,
      errorMessagesList: ['メールアドレスの確認は済んでいます。'],
    });
    expect(await post(`${LINK}/FirstDisplay`, { key })).toMatchObject({ verifyState: '1' });
    expect(await opens(mail, OWN.newPassword)).toBe(true);
  });

  test('ends after a week', async () => {
    const mail = newMail();
    const { token } = await bookAsGuest(mail);
    const { secret } = office.service.running;
    const { institutionCode, examineeId } = readVerified(secret, await newestKey(mail))!;
    const key = signVerified(secret, { institutionCode, examineeId, mail }, new Date(NOW));
    expect(await post(`${LINK}/FirstDisplay`, { key }, token)).toMatchObject({ verifyState: '2' });
    expect((await post(`${LINK}/Verify`, { key }, token)).errorCode).toBe(13);
    expect((await post(`${LINK}/SetPassword`, { key, ...OWN })).errorCode).toBe(13);
    const week = readVerified(secret, await newestKey(mail))!.expiresAt.getTime() - new Date(NOW).getTime();
    expect(week).toBe(7 * 24 * 3_600_000);
  });

  test('of another address than the account’s, or no link at all: nothing is there', async () => {
    const mail = newMail();
    await bookAsGuest(mail);
    const { secret } = office.service.running;
    const { institutionCode, examineeId, expiresAt } = readVerified(secret, await newestKey(mail))!;
    const stranger = signVerified(secret, { institutionCode, examineeId, mail: 'stranger@example.jp' }, expiresAt);
    const nobody = signVerified(secret, { institutionCode, examineeId: 999_999, mail }, expiresAt);
    const own = await newestKey(mail);
    const longer = own.replace(/\.\w{8}\./, '.zzzzzzzz.');
    expect(longer).not.toBe(own);
    for (const key of ['', 'abc', stranger, nobody, own.slice(0, -3), longer]) {
      expect(await post(`${LINK}/FirstDisplay`, { key })).toMatchObject({ errorCode: 16 });
      expect(await post(`${LINK}/Verify`, { key })).toMatchObject({ errorCode: 16 });
      expect(await post(`${LINK}/SetPassword`, { key, ...OWN })).toMatchObject({ errorCode: 16 });
    }
  });

  test.each([
    ['too short', 'abc', 14],
    ['her birth date', '19800505', 13],
    ['what everybody takes', 'password1', 13],
  ])('a password that is %s is refused with %#, and nothing is verified', async (_what, newPassword, errorCode) => {
    const mail = newMail();
    const { token } = await bookAsGuest(mail);
    const form = { key: await newestKey(mail), newPassword, newPasswordEx: newPassword };
    expect(await post(`${LINK}/SetPassword`, form)).toMatchObject({ errorCode });
    expect((await numbersOn(token)).isMailVerified).toBe('0');
  });

  test('stands in mails 01 and 02, and goes to the mailbox alone: no copy has it, nor does what is kept of it', async () => {
    const template = { institution_code: HOSPITAL, kind: 'booked' as const, title: '予約', bcc: 'copies@example.jp' };
    await office.db
      .insertInto('mail_templates')
      .values({ ...template, template_code: '0099', body: '{{氏名}}様\n\n{{ログインURL}}\n\nかしこ' })
      .execute();
    const mail = newMail();
    await bookAsGuest(mail);
    await office.db.deleteFrom('mail_templates').where('template_code', '=', '0099').execute();
    const mails = await bodiesOf(mail);
    expect(mails.map(({ kind, bcc }) => [kind, bcc])).toEqual([
      ['booked', ''],
      ['password', ''],
    ]);
    for (const { body } of mails) expect(keyIn(body)).not.toBe('');
    expect(mails[0]?.body).toMatch(/■メールアドレスの確認（11月22日.*まで）.*かしこ$/s);
    const [copy, ...more] = await bodiesOf('copies@example.jp');
    expect(more).toEqual([]);
    expect(copy?.body).toContain('かしこ');
    expect(copy?.body).not.toContain('CommonVerifyMail');
  });
});

test('either way is in the access log, by the number of the account', async () => {
  const [hers, his] = [newMail(), newMail()];
  const { token } = await bookAsGuest(hers);
  await bookAsGuest(his);
  const before = (await office.service.readLog()).length;
  await post(`${LINK}/SetPassword`, { key: await newestKey(his), ...OWN });
  for (const _ of 'twice') await post(`${LINK}/Verify`, { key: await newestKey(hers) }, token);
  const numberOf = async (mail: string) =>
    String(readVerified(office.service.running.secret, await newestKey(mail))?.examineeId);
  expect(
    (await office.service.readLog())
      .slice(before)
      .map(({ actor_kind, user_id, act, details }) => [actor_kind, user_id, act, details]),
  ).toEqual([
    ['examinee', await numberOf(his), '81', { note: 'メールアドレスの確認とパスワードの設定' }],
    ['examinee', await numberOf(hers), '81', { note: 'メールアドレスの確認' }],
  ]);
});

describe('from my page', () => {
  test('the link goes to the account’s own address: once a minute, five times a day, and no more when it is verified', async () => {
    const mail = newMail();
    const { token } = await bookAsGuest(mail);
    const press = async () => (await office.service.post('/api/CommonMyPage/SendVerifyMail', {}, token)).status;
    const answers: number[] = [];
    for (const minute of [0, 0, 1, 2, 3, 4, 5]) {
      office.service.setNow(new Date(Date.parse(NOW) + minute * 61_000).toISOString());
      answers.push(await press());
    }
    office.service.setNow(NOW);
    expect(answers).toEqual([200, 429, 200, 200, 200, 200, 429]);
    const sent = (await bodiesOf(mail, 'password')).filter(({ body }) => !body.includes('パスワード：'));
    expect(sent.map(({ bcc }) => bcc)).toEqual(['', '', '', '', '']);
    expect(await post(`${LINK}/Verify`, { key: keyIn(sent[0]?.body) }, token)).toMatchObject({ errorCode: 0 });
    expect(await post('/api/CommonMyPage/SendVerifyMail', {}, token)).toMatchObject({
      errorCode: 13,
      errorMessagesList: ['メールアドレスの確認は済んでいます。'],
    });
  });
});

test('whoever a partner hands over is out too, unless it is they who press', async () => {
  const [mail, other] = [newMail(), newMail()];
  const subjects = async (examineeId: number) =>
    (await office.db.selectFrom('partner_subjects').select('subject').where('examinee_id', '=', examineeId).execute())
      .length;
  async function handedOver(address: string) {
    const { number } = await bookAsGuest(address);
    const examineeId = await office.ownerOf(number);
    const client = { institution_code: HOSPITAL, client_code: '00000000' };
    await office.db
      .insertInto('partner_subjects')
      .values({ ...client, subject: address, examinee_id: examineeId })
      .execute();
    const person = { kind: 'examinee', institutionCode: HOSPITAL, examineeId } as const;
    return { examineeId, token: await issueToken(office.db, person, new Date(NOW)) };
  }
  const stranger = await handedOver(mail);
  await post(`${LINK}/SetPassword`, { key: await newestKey(mail), ...OWN });
  expect([await isDead(stranger.token), await subjects(stranger.examineeId)]).toEqual([true, 0]);
  const herself = await handedOver(other);
  await post(`${LINK}/Verify`, { key: await newestKey(other) }, herself.token);
  expect([await isDead(herself.token), await subjects(herself.examineeId)]).toEqual([false, 1]);
});

describe('an account that the desk opens', () => {
  test('is entered by what went to the mailbox: a random password shows the booking', async () => {
    const mail = newMail();
    const number = await atDesk(mail);
    const token = await office.service.logIn(userOf(mail), await firstPasswordOf(number));
    expect(await numbersOn(token)).toEqual({ isMailVerified: '0', numbers: [number] });
  });

  test('a birth date, which can be guessed, shows it when the address is verified', async () => {
    await office.db.updateTable('institutions').set({ first_password: 'birth_date' }).execute();
    const mail = newMail();
    const number = await atDesk(mail);
    await office.db.updateTable('institutions').set({ first_password: 'random' }).execute();
    const token = await office.service.logIn(userOf(mail), '19800505');
    expect(await numbersOn(token)).toEqual({ isMailVerified: '0', numbers: [] });
    await post(`${LINK}/Verify`, { key: await newestKey(mail) }, token);
    expect(await numbersOn(token)).toEqual({ isMailVerified: '1', numbers: [number] });
  });
});
