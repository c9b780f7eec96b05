// Mails about a reservation from the booking to the mail program: what they say, what they carry, and what they never let in.
import type { NotNull } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cancel } from '#booking/write/cancel.ts';
import type { MailTemplate } from '#server/mail/mails.ts';
import { openDelivery } from '#server/mail/outbox-delivery.ts';
import { type Form, guestForm } from '#tests/kit/booking-forms.ts';
import { buildHospital, DESIRED, HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { type MailServer, startMailServer } from '#tests/kit/mail-server.ts';
import { sendDue } from '#tests/kit/outbox.ts';
import { type ReadMail, readMail } from '#tests/kit/read-mail.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import type { MailData, MailedReservation } from './mail-data.ts';
import { writeReservationMails } from './reservation-mails.ts';

const GUEST = '/api/Account/CommonGuestNewReserve';
const CHANGE = '/api/Account/CommonLoginedChangeReserve';
const NOW = new Date('2026-11-15T10:00:00+09:00');
let service: TestService;
let server: MailServer;
let people = 0;

beforeAll(async () => {
  service = await startTestService({ env: { GUEST_RESERVATIONS_PER_MINUTE: '0' } });
  server = await startMailServer();
  await buildHospital(service.db);
});
afterAll(async () => {
  await server.close();
  await service.close();
});
afterEach(async () => {
  server.received.length = 0;
  await service.db.deleteFrom('outbox_mails').execute();
  await service.db.deleteFrom('mail_templates').execute();
});

/** What arrived, by the first words of its title. */
async function arrive(): Promise<ReadMail[]> {
  const delivery = openDelivery({ ...service.config, smtpUrl: server.url });
  await sendDue(service.db, delivery, () => NOW);
  delivery.close();
  const mails = server.received.map(({ raw }) => readMail(raw));
  return mails.sort((a, b) => titleOf(a).localeCompare(titleOf(b)));
}
const titleOf = ({ headers }: ReadMail) => headers.get('subject') ?? '';

async function book(changes: Form = {}) {
  const answer = await service.post(GUEST, guestForm(HOSPITAL, { email1: `q${++people}@example.jp`, ...changes }));
  expect(answer.body).toMatchObject({ errorCode: 0 });
  return answer.body as { ukno: number; userId: string; firstPassword: string };
}

test('a guest’s booking, its change and its cancel: 01, 02 and 04 with the visit for the calendar, 06 takes it out', async () => {
  const { ukno, userId, firstPassword } = await book({ reserveDate: '2026/12/01' });
  const [booked, password] = await arrive();
  expect(titleOf(booked!)).toMatch(/】ご予約を受け付けました$/);
  expect(booked?.text).toContain(`予約番号：${ukno}\n受診日：2026年12月1日（火）\n受付時間：9:00\n`);
  expect(booked?.calendar).toContain(`UID:${ukno}@kenshin-biyori\r\n`);
  expect(booked?.calendar).toContain('DTSTART:20261201T000000Z\r\n');
  expect(titleOf(password!)).toMatch(/】マイページのパスワードのお知らせ$/);
  expect(booked?.calendar).toMatch(/METHOD:PUBLISH[\s\S]*SEQUENCE:0\r\nSTATUS:CONFIRMED/);
  expect(password?.text).toContain(`パスワード：${firstPassword}\n`);
  expect(password?.text).toMatch(/^このパスワードは\d+月\d+日（.）\d+:\d\dまで使えます。/m);
  expect(password?.calendar).toBeNull();

  server.received.length = 0;
  const token = await service.logIn(userId, firstPassword);
  const form = guestForm(HOSPITAL, { email1: `q${people}@example.jp`, reserveDate: '2026/12/02', choiceUkno: ukno });
  const changed = (await service.post(CHANGE, form, token)).body;
  expect(changed).toMatchObject({ errorCode: 0 });
  const [change] = await arrive();
  expect(titleOf(change!)).toMatch(/】ご予約の変更を受け付けました$/);
  expect(change?.text).toContain(`予約番号：${changed.ukno}\n受診日：2026年12月2日（水）\n`);
  // The same entry of the calendar, with a later count.
  expect(change?.calendar).toContain(`UID:${ukno}@kenshin-biyori\r\n`);
  expect(change?.calendar).toMatch(/METHOD:PUBLISH[\s\S]*SEQUENCE:1\r\nSTATUS:CONFIRMED/);
  expect(changed).toMatchObject({ icsUkno: ukno, icsSequence: 1 });

  server.received.length = 0;
  const { examinee_id: examineeId } = await service.db
    .selectFrom('reservations')
    .select('examinee_id')
    .where('reservation_number', '=', changed.ukno)
    .$narrowType<{ examinee_id: NotNull }>()
    .executeTakeFirstOrThrow();
  const asked = { service: service.running, now: NOW };
  await cancel(service.db, { ...asked, institutionCode: HOSPITAL, examineeId }, changed.ukno, null);
  const [cancelled] = await arrive();
  expect(titleOf(cancelled!)).toMatch(/】キャンセルを受け付けました$/);
  expect(cancelled?.text).not.toContain('取消');
  expect(cancelled?.calendar).toContain(`UID:${ukno}@kenshin-biyori\r\n`);
  expect(cancelled?.calendar).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:[2-9]\r\nSTATUS:CANCELLED/);
});

test('what is only asked for says so, in the calendar too, and hides its price', async () => {
  await book({ jgcd: DESIRED, sumGkgk: 7700 });
  const [request] = (await arrive()).filter((mail) => titleOf(mail).includes('お申し込み'));
  expect(request?.text).toContain('ご予約はまだ確定しておりません。');
  expect(request?.text).not.toContain('合計金額');
  expect(request?.calendar).toContain('SUMMARY:【お申し込み中】');
  expect(request?.calendar).toContain('STATUS:TENTATIVE\r\n');
});

const FACTS: MailData = {
  institution: {
    routeParam: 'hospital',
    name: '汐見の丘健診センター',
    phone: '03-0000-0000',
    phoneHours: '平日9:00〜17:00',
    postalCode: '2310000',
    address: '神奈川県汐見市1-2-3',
    contractPostalCode: '1000001',
    contractAddress: '東京都千代田区4-5',
    changeDeadlineDays: 7,
  },
  templates: [],
  reservation: {
    number: 100_000_001,
    clientCode: '00000000',
    courseCode: '0001',
    desired: false,
    status: 'new',
    firstNumber: 100_000_001,
    sequence: 0,
    mail: 'hanako@example.jp',
    name: '健診　花子',
    visitDate: '2026-12-01',
    startMinute: 540,
    clientName: '個人',
    courseName: '日帰りドック',
    courseDuration: '約3時間30分',
    options: [],
    total: 58_300,
    taxDisplay: 'included',
    taxRate: 10,
    taxRounding: 'down',
    pricesShown: true,
  },
};
const of = (more: Partial<MailedReservation>) => ({ reservation: { ...FACTS.reservation, ...more } });
const write = (more: Partial<MailData>, kind: Parameters<typeof writeReservationMails>[0][number] = 'booked') =>
  writeReservationMails([kind], { ...FACTS, ...more }, 'https://kenshin.example.jp')[0]!;

test('the place is shown with its postal code, or without where there is none', () => {
  const { institution } = FACTS;
  expect(write({}).body).toContain('\n〒231-0000 神奈川県汐見市1-2-3\n');
  expect(write({ institution: { ...institution, postalCode: '' } }).body).toContain('\n神奈川県汐見市1-2-3\n');
  expect(write({ institution: { ...institution, address: '' } }).body).not.toContain('〒');
});

test('the amount, the deadline and the time are written where there are any', () => {
  expect(write({}).body).toContain('合計金額：58,300円（税込）\n');
  expect(write(of({ pricesShown: false })).body).not.toContain('合計金額');
  expect(write(of({ startMinute: null })).body).not.toContain('受付時間：');
  expect(write({ today: '2026-11-24' }).body).toContain('変更・キャンセルも、11月24日（火）23:59まで承ります。\n');
  expect(write({ today: '2026-11-25' }).body).not.toContain('変更・キャンセル');
});

test('03 to 05 carry the visit as it stands, 06 and 07 that it is off, 08 and 09 none', () => {
  const stateOf = (kind: Parameters<typeof write>[1], more: Partial<MailedReservation> = {}) =>
    write(of({ desired: true, ...more }), kind).calendar_event?.status;
  expect(stateOf('booked')).toBe('tentative');
  expect(stateOf('changed_by_examinee', { status: 'changed' })).toBe('tentative');
  expect(stateOf('changed_by_staff')).toBe('tentative');
  expect(stateOf('changed_by_staff', { status: 'confirmed' })).toBe('confirmed');
  expect(stateOf('changed_by_staff', { desired: false })).toBe('confirmed');
  for (const kind of ['cancelled_by_examinee', 'cancel_confirmed'] as const) expect(stateOf(kind)).toBe('cancelled');
  for (const kind of ['password', 'reminder', 'promotion'] as const) expect(stateOf(kind)).toBeUndefined();
  expect(write({}).calendar_event).toMatchObject({ minutes: 210 });
  expect(write(of({ courseDuration: '半日' })).calendar_event).toMatchObject({ minutes: 60 });
});

test('03 settles a desired booking; 05 and 07 tell what staff have to say', () => {
  const booking = { date: '2026-12-01', startMinute: 540, title: '日帰りドック（汐見の丘健診センター）' };
  const confirmed = of({ desired: true, status: 'confirmed' });
  expect(write(confirmed, 'confirmed').calendar_event).toMatchObject(booking);
  for (const kind of ['changed_by_staff', 'cancel_confirmed'] as const) {
    const mail = write({ notice: '機器の点検のため。\n申し訳ございません。' }, kind);
    expect(mail.body).toContain('\n\n機器の点検のため。\n申し訳ございません。\n\n');
    expect(write({}, kind).body).not.toContain('\n\n\n');
  }
});

const LINK = 'https://kenshin.example.jp/CommonUnsubscribe/hospital/KEY';
const NOTICE = `――――――――――
健診のご案内メールの配信停止（ログイン不要）
${LINK}
送信者：汐見の丘健診センター
住所：〒231-0000 神奈川県汐見市1-2-3
お問い合わせ：03-0000-0000`;
const invite = (body: string | null, more: Partial<MailData> = {}) => {
  const own = {
    kind: 'promotion',
    clientCode: null,
    courseCode: null,
    title: 'ご案内',
    sender: '',
    replyTo: '',
    bcc: '',
  } as const;
  const templates = body === null ? [] : [{ ...own, body }];
  return write({ templates, unsubscribeUrl: LINK, ...more }, 'promotion').body;
};

test('given a template without the variable, then the mail ends in the block', () => {
  expect(invite('{{氏名}}様\n')).toBe(`健診　花子様\n\n${NOTICE}`);
});

test.each(['医療機関名', '所在地', '電話番号', '配信停止URL'])('nor may %s be missing', (left) => {
  const all = ['医療機関名', '所在地', '電話番号', '配信停止URL'].filter((name) => name !== left);
  expect(invite(all.map((name) => `{{${name}}}`).join('\n')).endsWith(`\n\n${NOTICE}`)).toBe(true);
});

test('who writes all of it gets no block, and nor does the built-in text, which has it', () => {
  expect(invite('{{医療機関名}} {{所在地}} {{電話番号}} {{配信停止URL}}')).toBe(
    `汐見の丘健診センター 〒231-0000 神奈川県汐見市1-2-3 03-0000-0000 ${LINK}`,
  );
  const builtIn = invite(null);
  expect(builtIn).toContain(`健診のご案内メールの配信停止（ログイン不要）\n${LINK}\n`);
  expect(builtIn).toContain('汐見の丘健診センター\n〒231-0000 神奈川県汐見市1-2-3\n電話：03-0000-0000\n');
  expect(builtIn).not.toContain('送信者：');
});

test('an invitation comes from where contracts are made, if there is no other address; other mails name none', () => {
  const institution = { ...FACTS.institution, address: '' };
  expect(invite('{{氏名}}様', { institution })).toContain('\n住所：〒100-0001 東京都千代田区4-5\n');
  expect(write({ institution }, 'reminder').body).not.toContain('千代田区');
});

const EVIL = 'x\r\nBcc: evil@example.jp\r\n\r\n<b>\u2028\u0000';

test('no field gets a line of its own into the headers', async () => {
  const evil = { ...of({ name: EVIL, courseName: EVIL, clientName: EVIL }), notice: EVIL };
  const template: MailTemplate = {
    kind: 'booked',
    clientCode: null,
    courseCode: null,
    sender: '',
    replyTo: '',
    bcc: '',
    title: '{{氏名}}{{コース名}}{{クライアント名}}{{連絡事項}}{{医療機関名}}',
    body: '{{氏名}}{{連絡事項}}',
  };
  const institution = { ...FACTS.institution, name: EVIL };
  const facts = { ...FACTS, ...evil, institution, templates: [template] };
  const [mail] = writeReservationMails(['booked'], facts, 'https://k.example.jp');
  expect([mail?.subject, mail?.sender_name].filter((line) => /[\p{Control}\u2028]/u.test(line ?? ''))).toEqual([]);
  const delivery = openDelivery({ ...service.config, smtpUrl: server.url });
  await delivery.send({ ...mail!, institution_code: HOSPITAL, created_at: NOW });
  delivery.close();
  expect(server.received[0]?.to).toEqual(['hanako@example.jp']);
  const { headers } = readMail(server.received[0]?.raw ?? '');
  expect(headers.has('bcc')).toBe(false);
  expect(headers.get('from')).toContain('<no-reply@localhost.localdomain>');
});

const FIELDS = ['nam1', 'nam2', 'ryk1', 'email1'];
const TEMPLATE_FIELDS = ['titl', 'otad', 'repy', 'bcc'];

test('line breaks, second addresses and control characters are refused where they are typed', async () => {
  for (const field of FIELDS) {
    const answer = await service.post(GUEST, guestForm(HOSPITAL, { email1: 'z@example.jp', [field]: EVIL }));
    const sentence = expect.stringMatching(/使用できない文字|正しい書式/);
    expect([field, answer.body]).toEqual([field, expect.objectContaining({ errorCode: 13, errorMessage: sentence })]);
  }
  const token = await service.openInstitution('20000009', 'clinic09');
  const template = {
    mlbr: '02',
    jgcd: '',
    kscd: '',
    titl: '件名',
    naiy: '本文',
    otad: 'a@example.jp',
    repy: '',
    bcc: '',
  };
  const save = (form: object) => service.post('/api/MasterWMAIL/Register', { ...template, ...form }, token);
  for (const field of TEMPLATE_FIELDS) {
    expect([field, (await save({ [field]: EVIL })).body.errorCode]).toEqual([field, 12]);
  }
  for (const field of ['otad', 'repy', 'bcc']) {
    const { body } = await save({ [field]: 'a@example.jp,b@example.jp' });
    expect([field, body.errorCode]).toEqual([field, 12]);
  }
});

test('long lines, emoji, half-width kana and dots alone on a line arrive as they were typed', async () => {
  const typed = `${'あ'.repeat(998)}\n${'x'.repeat(3000)}\n.\n..\nFrom here\n ｹﾝｼﾝ ﾊﾅｺ 髙﨑①～ 👩‍⚕️🩺\t終`;
  const mail = write({ ...of({ name: 'ｹﾝｼﾝ 👩‍⚕️' }), notice: typed }, 'changed_by_staff');
  const title = `👩‍⚕️ｹﾝｼﾝ${'あ'.repeat(100)}`;
  const delivery = openDelivery({ ...service.config, smtpUrl: server.url });
  await delivery.send({ ...mail, institution_code: HOSPITAL, subject: title, created_at: NOW });
  const ascii = `${'x '.repeat(1500)}\n.\nFrom here `;
  await delivery.send({ ...mail, institution_code: HOSPITAL, body: ascii, created_at: NOW });
  delivery.close();
  const { text, headers, longestLine } = readMail(server.received[0]?.raw ?? '');
  expect(text).toBe(mail.body);
  expect(text).toContain(typed);
  expect(headers.get('subject')).toBe(title);
  expect(longestLine).toBeLessThanOrEqual(78);
  const second = readMail(server.received[1]?.raw ?? '');
  expect(second.text).toBe(ascii);
  expect(second.longestLine).toBeLessThanOrEqual(78);
});
