// Every mail from the call that causes it to the SMTP server that takes it: what arrives, from whom, to whom, and with what.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reRenderDailyMail } from '#booking/mail/daily-mails.ts';
import { runDaily } from '#booking/mail/daily-run.ts';
import { MAIL_VARIABLES } from '#domain/mail/mail-variables.ts';
import { type Outbox, startOutbox } from '#server/mail/outbox.ts';
import type { Form } from '#tests/kit/booking-forms.ts';
import { HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { type MailServer, startMailServer } from '#tests/kit/mail-server.ts';
import { readMail } from '#tests/kit/read-mail.ts';
import { dateForm, openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';

/** Whatever arrives sooner was not found by looking. */
const NEVER_MS = 3_600_000;
const PUBLIC_URL = 'https://kenshin.example.jp';
const NAME = '汐見の丘健診センター';

let office: ReservationOffice;
let server: MailServer;
let outbox: Outbox;

beforeAll(async () => {
  server = await startMailServer();
  const from = { PUBLIC_URL, MAIL_FROM: 'kenshin@provider.example.jp' };
  office = await openReservationOffice({
    SMTP_URL: server.url,
    REISSUE_ANSWER_MS: '0',
    ...from,
  });
  const institution = {
    name: NAME,
    contract_phone: '045-000-0000',
    phone_hours: '平日9時から17時',
    exam_address1: '汐見市1-2',
    exam_address2: '汐見ビル3階',
  };
  await office.db.updateTable('institutions').set(institution).execute();
  await office.db.updateTable('clients').set({ reminder_days: 3, promotion_months: 11 }).execute();
  outbox = startOutbox(office.service.running, reRenderDailyMail(office.service.running), undefined, NEVER_MS);
  office.service.running.outbox = outbox;
});
afterAll(async () => {
  await outbox.stop();
  await server.close();
  await office.service.close();
});
beforeEach(() => {
  server.received.length = 0;
  office.service.setNow('2026-11-15T10:00:00+09:00');
});

/** The mails that the last step has caused, all of them, in the order of their titles. */
async function arrived(count: number) {
  const isIdle = async () => {
    const waiting = office.db.selectFrom('outbox_mails').select('mail_id').where('state', '=', 'waiting');
    return (await waiting.execute()).length === 0;
  };
  await expect.poll(() => server.received.length).toBeGreaterThanOrEqual(count);
  await expect.poll(isIdle).toBe(true);
  const mails = server.received.splice(0).map(({ raw, from, to, messageId }) => {
    const { headers, text, calendar } = readMail(raw);
    return { from, to, messageId, raw, headers, text, calendar, title: headers.get('subject') ?? '' };
  });
  expect(mails.length).toBe(count);
  return mails.sort((a, b) => a.title.localeCompare(b.title));
}
type Arrived = Awaited<ReturnType<typeof arrived>>[number];

const post = async (path: string, form: Form, token?: string) => {
  const { body } = await office.service.post(path, form, token);
  expect(body, path).toMatchObject({ errorCode: 0 });
  return body;
};
const at = (day: string, time = '10:00') => office.service.setNow(`${day}T${time}:00+09:00`);

/** One person's whole story; every mail of it, under the step that caused it. `copies`: of the mail with the link, which has none itself. */
async function liveThrough(mail: string, copies = 0): Promise<[step: string, mails: Arrived[]][]> {
  const story: [string, Arrived[]][] = [];
  const step = async (name: string, count: number) => story.push([name, await arrived(count)]);
  const userId = `${HOSPITAL}_${mail}`;

  const { number: booked, form } = await office.book({ email1: mail, reserveDate: '2026/12/01' });
  const first = await arrived(2 + copies);
  const [own, copied] = [first.filter(({ to }) => to.includes(mail)), first.filter(({ to }) => !to.includes(mail))];
  expect(copied).toHaveLength(copies);
  for (const { text } of own) expect(text).toContain('/CommonVerifyMail/');
  for (const { text } of copied) expect(text).not.toContain('CommonVerifyMail');
  story.push(['a guest books', own]);
  const birth = { btdyYear: 1980, btdyMonth: 5, btdyDate: 5 };
  await post('/api/CommonForgetPassword/ReissuePassword', { ircd: HOSPITAL, email: mail, ...birth });
  await step('a password is forgotten', 1);
  const password = /(?<!\w)\w{16}(?!\w)/.exec(story.at(-1)?.[1][0]?.text ?? '')?.[0] ?? '';
  const token = await office.service.logIn(userId, password);
  await post('/api/CommonMyPage/SendConfirmMail', { ukno: booked }, token);
  await step('asked for, new', 1);

  const moved = { ...form, reserveDate: '2026/12/02' };
  const { ukno } = await post('/api/Account/CommonLoginedChangeReserve', { ...moved, choiceUkno: booked }, token);
  await step('the examinee changes', 1);
  await post('/api/CommonMyPage/SendConfirmMail', { ukno }, token);
  await step('asked for, changed', 1);

  await office.update(ukno, { trno: '12', isSendMail: '0' });
  await office.update(ukno, { statusCode: '23', isSendMail: '0' });
  const mailed = { isSendMail: '1', mailMessage: '駐車場はありません。' };
  await office.update(ukno, { statusCode: '23', ...mailed });
  await step('staff confirm', 1);
  at('2026-11-15', '10:02');
  await post('/api/CommonMyPage/SendConfirmMail', { ukno }, token);
  await step('asked for, confirmed', 1);
  await office.update(ukno, { ...dateForm('2026-12-03'), isSendMail: '0' });
  await office.update(ukno, { ...dateForm('2026-12-04'), ...mailed });
  await step('staff move', 1);
  await post('/api/CommonConfirmCancel/CancelReserve', { ukno }, token);
  await step('the examinee cancels', 1);
  await office.update(ukno, { statusCode: '92', ...mailed });
  await step('staff confirm the cancellation', 1);

  await post('/api/Account/CommonLoginedNewReserve', { ...moved, userId }, token);
  await step('somebody logged in books', 1);
  at('2026-11-29');
  await runDaily(office.service.running);
  await step('three days before', 1);
  at('2027-11-02');
  await runDaily(office.service.running);
  await step('eleven months after', 1);
  return story;
}

/** Which kinds, with the calendar file or without. */
const STORY: Record<string, string[]> = {
  'a guest books': ['01', '02 ics'],
  'a password is forgotten': ['01'],
  'asked for, new': ['02 ics'],
  'the examinee changes': ['04 ics'],
  'asked for, changed': ['04 ics'],
  'staff confirm': ['03 ics'],
  'asked for, confirmed': ['03 ics'],
  'staff move': ['05 ics'],
  'the examinee cancels': ['06 ics'],
  'staff confirm the cancellation': ['07 ics'],
  'somebody logged in books': ['02 ics'],
  'three days before': ['08'],
  'eleven months after': ['09'],
};

const DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d \+0000$/;

/** What holds for each, whatever it says. */
async function expectProper(mail: Arrived, envelope: { from: string; to: string[]; replyTo?: string }): Promise<void> {
  expect(mail).toMatchObject({ from: envelope.from, to: envelope.to });
  const { headers } = mail;
  expect([...headers.keys()].sort()).toEqual(
    [
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      ...(envelope.replyTo ? ['reply-to'] : []),
      ...(mail.text.includes('/CommonUnsubscribe/') ? ['list-unsubscribe', 'list-unsubscribe-post'] : []),
      'subject',
      'to',
      ...(mail.calendar ? [] : ['content-transfer-encoding']),
    ].sort(),
  );
  expect(headers.get('from')).toBe(`${NAME} <${envelope.from}>`);
  expect(headers.get('to')).toBe(envelope.to[0]);
  expect(headers.get('reply-to')).toBe(envelope.replyTo);
  expect(headers.get('auto-submitted')).toBe('auto-generated');
  expect(headers.get('date')).toMatch(DATE);
  const kept = await office.db
    .selectFrom('outbox_mails')
    .select(['created_at', 'kind', 'body'])
    .where('message_id', '=', mail.messageId)
    .executeTakeFirstOrThrow();
  expect(new Date(headers.get('date') ?? '')).toEqual(kept.created_at);
  expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}@kenshin\.example\.jp>$/);
  // Neither a password is kept once it is told, nor a link that stands for one.
  const withoutKey = mail.text.replace(/(\/CommonVerifyMail\/\w+#).+/, '$1…');
  expect(kept.body).toBe(kept.kind === 'password' ? '' : withoutKey);
}

describe('by templates of the institution', () => {
  const template = {
    otad: 'desk@clinic.example.jp',
    repy: 'answers@clinic.example.jp',
    bcc: 'archive@clinic.example.jp',
  };
  const KINDS = ['01', '02', '03', '04', '05', '06', '07', '08', '09'];

  /** A line that names each variable; empty ones leave none. */
  const naiyOf = (mlbr: string) =>
    MAIL_VARIABLES.filter((name) => mlbr === '09' || name !== '配信停止URL')
      .filter((name) => mlbr === '01' || !name.startsWith('パスワード'))
      .map((name) => `${name}＝{{${name}}}`)
      .join('\n');

  beforeAll(async () => {
    for (const mlbr of KINDS) {
      const titl = `${mlbr} {{医療機関名}}からのお知らせ`;
      const bcc = mlbr === '01' ? '' : template.bcc;
      const values = { mlbr, jgcd: '', kscd: '', titl, naiy: naiyOf(mlbr), ...template, bcc };
      await post('/api/MasterWMAIL/Register', values, office.token);
    }
  });
  afterAll(() => office.db.deleteFrom('mail_templates').execute());

  test('each arrives, with every variable filled in', async () => {
    const story = await liveThrough('hanako@example.jp', 1);
    const kinds = story.map(([step, mails]) => [
      step,
      mails.map(({ title, calendar }) => `${title.split(' ')[0]}${calendar ? ' ics' : ''}`),
    ]);
    expect(Object.fromEntries(kinds)).toEqual(STORY);
    expectOneEntry(story.slice(0, -3).flatMap(([, mails]) => mails.flatMap(({ calendar }) => calendar ?? [])));
    const envelope = { from: template.otad, replyTo: template.repy };
    // A password goes to its owner alone.
    const isAlone = (step: string, title: string) => title.startsWith('01') || step === 'a guest books';
    const recipients = (step: string, title: string) => [
      'hanako@example.jp',
      ...(isAlone(step, title) ? [] : [template.bcc]),
    ];
    const texts = new Map<string, Map<string, string>>();
    for (const [step, mails] of story) {
      for (const mail of mails) {
        await expectProper(mail, { ...envelope, to: recipients(step, mail.title) });
        expect(mail.raw).not.toContain('archive');
        expect(mail.title).toMatch(new RegExp(`^0\\d ${NAME}からのお知らせ$`));
        const named = mail.text.split('\n').filter((line) => line.includes('＝'));
        const lines = named.map((line) => line.split('＝') as [string, string]);
        texts.set(`${step} ${mail.title.slice(0, 2)}`, new Map(lines));
      }
    }
    const variablesOf = (step: string) => Object.fromEntries(texts.get(step) ?? []);
    const first = variablesOf('a guest books 02');
    const always = {
      氏名: '健診　花子',
      医療機関名: NAME,
      電話番号: '045-000-0000',
      電話受付時間: '平日9時から17時',
      所在地: '汐見市1-2 汐見ビル3階',
      ログインURL: `${PUBLIC_URL}/CommonLogin/r${HOSPITAL}`,
    };
    const visit = {
      受付時間: '9:00',
      オプション: 'なし',
      合計金額: '10,000円（税込）',
      予約番号: expect.stringMatching(/^\d{9}$/),
    };
    expect(first).toMatchObject({
      ...always,
      ...visit,
      受診日: '2026年12月1日（火）',
      変更期限: expect.stringContaining('11月'),
    });
    // All but the password, what staff say, and what only an invitation has.
    const others = ['パスワード', 'パスワード期限', '連絡事項', '配信停止URL'];
    expect(Object.keys(first)).toEqual(MAIL_VARIABLES.filter((name) => !others.includes(name)));
    expect(variablesOf('a guest books 01').パスワード).toMatch(/^\w{16}$/);
    const until = expect.stringMatching(/^\d+月\d+日（.）\d+:\d\d$/);
    expect(variablesOf('a guest books 01').パスワード期限).toEqual(until);
    expect(variablesOf('a password is forgotten 01')).toEqual({
      ...always,
      パスワード: expect.stringMatching(/^\w{16}$/),
      パスワード期限: until,
    });
    expect(variablesOf('asked for, new 02')).toEqual(first);
    expect(variablesOf('the examinee changes 04')).toMatchObject({
      ...always,
      ...visit,
      受診日: '2026年12月2日（水）',
    });
    for (const step of ['staff confirm 03', 'staff move 05', 'staff confirm the cancellation 07']) {
      expect(variablesOf(step)).toMatchObject({ ...always, ...visit, 連絡事項: '駐車場はありません。' });
    }
    expect(variablesOf('staff move 05').受診日).toBe('2026年12月4日（金）');
    expect(variablesOf('the examinee cancels 06')).toMatchObject({ ...always, ...visit });
    expect(variablesOf('three days before 08')).toMatchObject({ ...always, ...visit, 受診日: '2026年12月2日（水）' });
    expect(variablesOf('eleven months after 09')).toMatchObject({ ...always, 受診日: '2026年12月2日（水）' });
    await expectRefusable(story.at(-1)?.[1][0]);
  });

  /** Through change, confirmation, move and cancellation: calendars know it for the same, and which of two is the later. */
  function expectOneEntry(files: readonly string[]): void {
    const all = (line: RegExp) => files.map((file) => line.exec(file)?.[1] ?? '');
    expect(new Set(all(/^UID:(.+)\r$/m)).size).toBe(1);
    const counts = all(/^SEQUENCE:(\d+)\r$/m).map(Number);
    // Asked for once more, it is reported as it stands.
    expect(counts).toEqual(counts.toSorted((one, other) => one - other));
    expect(new Set(counts).size).toBeGreaterThanOrEqual(6);
    expect(all(/^(?:METHOD|STATUS):(CANCEL)/m).filter(Boolean)).toHaveLength(2);
  }

  /** The link in the text opens its page, and the header's is what a mail program's own button calls. */
  async function expectRefusable(mail: Arrived | undefined): Promise<void> {
    const page = new RegExp(`^配信停止URL＝${PUBLIC_URL}/CommonUnsubscribe/r${HOSPITAL}/([\\w-]+)$`, 'm');
    const [, key] = page.exec(mail?.text ?? '') ?? [];
    expect(await post('/api/CommonUnsubscribe/FirstDisplay', { key })).toMatchObject({ email: 'h•••••o@example.jp' });
    expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    // On one line, which no signature and no relay breaks.
    expect(mail?.raw).toMatch(/^List-Unsubscribe: <https:[^\s]+>\r?$/m);
    const [, url] = /^<(.+)>$/.exec(mail?.headers.get('list-unsubscribe') ?? '') ?? [];
    expect(url).toMatch(`${PUBLIC_URL}/api/CommonUnsubscribe/OneClick?key=`);
    const answer = await office.service.app.inject({ method: 'POST', url: url?.slice(PUBLIC_URL.length) ?? '' });
    expect(answer.statusCode).toBe(200);
    const wish = await office.db.selectFrom('mail_wishes').select(['mail', 'accepts', 'origin']).execute();
    expect(wish).toContainEqual({ mail: 'hanako@example.jp', accepts: false, origin: 'oneclick' });
  }
});

test('without any template: the texts that come along, from the provider’s address', async () => {
  const story = await liveThrough('taro@example.jp');
  const titles: string[] = [];
  for (const mail of story.flatMap(([, mails]) => mails)) {
    await expectProper(mail, { from: 'kenshin@provider.example.jp', to: ['taro@example.jp'] });
    expect(mail.text).toMatch(/^健診　花子　様\n\n/);
    expect(mail.text).not.toMatch(/[{}]|\n\n\n|：\n/);
    titles.push(mail.title.replace(`【${NAME}】`, ''));
  }
  expect([...new Set(titles)]).toEqual([
    'ご予約を受け付けました',
    'マイページのパスワードのお知らせ',
    'ご予約の変更を受け付けました',
    'ご予約が確定しました',
    '受診日時の変更のお知らせ',
    'キャンセルを受け付けました',
    'キャンセルのお手続きが完了しました',
    '受診日が近づいてまいりました',
    '健診のご案内',
  ]);
});

test('what was given up is sent again when staff ask for it, as the mail that it was; a password is not', async () => {
  server.mood = 'never';
  const { number } = await office.book({ email1: 'jiro@example.jp', reserveDate: '2026/12/08' });
  const mailsOf = () =>
    office.db
      .selectFrom('outbox_mails')
      .select(['kind', 'mail_id', 'message_id', 'state', 'last_error'])
      .where('reservation_number', '=', number)
      .orderBy('kind')
      .execute();
  const states = async () => (await mailsOf()).map(({ state, last_error }) => `${last_error} ${state}`);
  await expect.poll(states).toEqual(['550 waiting', '550 waiting']);
  at('2026-11-17', '10:01');
  outbox.nudge();
  await expect.poll(states).toEqual(['550 failed', '550 failed']);
  server.mood = 'take';
  const token = await office.service.logIn('clerk001');
  const [booked, password] = await mailsOf();
  const resend = (mail: typeof booked) =>
    office.service.post('/api/MasterWIGA1Detail/ResendMail', { ukno: number, mlid: mail?.mail_id }, token);
  expect((await resend(password)).body).toMatchObject({ errorCode: 14 });
  expect((await resend(booked)).body).toMatchObject({ errorCode: 0 });
  const [mail] = await arrived(1);
  expect(mail?.messageId).toBe(booked?.message_id);
  expect(mail?.title).toContain('ご予約を受け付けました');
});

test('a reminder that had to wait says what holds when it goes out', async () => {
  const setAddress = (exam_address1: string) => office.db.updateTable('institutions').set({ exam_address1 }).execute();
  const { number } = await office.book({ email1: 'saburo@example.jp', reserveDate: '2026/12/14' });
  await arrived(2);
  server.mood = 'never';
  at('2026-12-11');
  await runDaily(office.service.running);
  const mail = office.db
    .selectFrom('outbox_mails')
    .select('last_error')
    .where('reservation_number', '=', number)
    .where('kind', '=', 'reminder');
  await expect.poll(() => mail.execute()).toEqual([{ last_error: '550' }]);
  await setAddress('移転先9-9-9');
  server.mood = 'take';
  at('2026-12-11', '10:30');
  outbox.nudge();
  const [reminder] = await arrived(1);
  expect(reminder?.text).toContain('移転先9-9-9');
  await setAddress('汐見市1-2');
});
