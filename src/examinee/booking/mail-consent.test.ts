// What a booking says about invitations, whose word counts for an address, and what the form starts with.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runDailyFor } from '#booking/mail/daily-run.ts';
import { type Form, guestForm } from '#tests/kit/booking-forms.ts';
import { buildHospital, HOSPITAL, SOCIETY } from '#tests/kit/booking-hospital.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { watchStatements } from '#tests/kit/statements.ts';

const GUEST = '/api/Account/CommonGuestNewReserve';
const LOGGED_IN = '/api/Account/CommonLoginedNewReserve';
const CHANGE = '/api/Account/CommonLoginedChangeReserve';
const NOW = '2026-11-15T10:00:00+09:00';
const MEMBER = { jgcd: SOCIETY, hksh: '06990014', inputHfkb: '01', sumGkgk: 5500 };

let service: TestService;
let day = 0;
const nextDay = () => {
  day++;
  return `2027/02/${String(day).padStart(2, '0')}`;
};

beforeAll(async () => {
  service = await startTestService({
    env: { GUEST_RESERVATIONS_PER_MINUTE: '0', AVAILABILITY_REQUESTS_PER_MINUTE: '0' },
  });
  await buildHospital(service.db);
});
afterAll(() => service.close());
beforeEach(async () => {
  service.setNow(NOW);
  await service.db.deleteFrom('mail_wishes').execute();
});

const form = (changes: Form = {}) => guestForm(HOSPITAL, { reserveDate: nextDay(), ...changes });

async function book(path: string, changes: Form, token?: string) {
  const { body } = await service.post(path, form(changes), token);
  expect(body).toMatchObject({ errorCode: 0 });
  return body as { ukno: number; userId: string; firstPassword: string };
}

/** Somebody with an account under this address, logged in, and nothing said yet. */
async function member(mail: string) {
  const { userId, firstPassword } = await book(GUEST, { email1: mail });
  await service.db.deleteFrom('mail_wishes').execute();
  return service.logIn(userId, firstPassword);
}

const wishes = async () => {
  const rows = await service.db.selectFrom('mail_wishes').selectAll().orderBy('mail').execute();
  return rows.map(({ mail, accepts, origin }) => `${mail} ${accepts ? 'accepts' : 'refuses'} ${origin}`);
};
const refuse = (mail: string) =>
  service.db
    .insertInto('mail_wishes')
    .values({ institution_code: HOSPITAL, mail, accepts: false, at: new Date('2026-11-01T00:00:00Z'), origin: 'link' })
    .execute();

test('an individual’s booking says what its address wants, in the one statement that books', async () => {
  const token = await member('own@example.jp');
  const draft = form({ email1: 'Own@example.jp', dmkb: '0' });
  const statements = await watchStatements(() => service.post(LOGGED_IN, draft, token));
  expect(statements.length).toBe(2);
  expect(await wishes()).toEqual(['own@example.jp refuses booking']);
  await book(LOGGED_IN, { email1: 'own@example.jp', dmkb: '1' }, token);
  expect(await wishes()).toEqual(['own@example.jp accepts booking']);
});

test('who says the same again leaves the wish as it stands, with its day', async () => {
  const token = await member('same@example.jp');
  await refuse('same@example.jp');
  await book(LOGGED_IN, { email1: 'same@example.jp', dmkb: '0' }, token);
  expect(await wishes()).toEqual(['same@example.jp refuses link']);
});

test('a booking through a society writes none, so the last own wish stands', async () => {
  const token = await member('society@example.jp');
  await book(LOGGED_IN, { ...MEMBER, email1: 'society@example.jp', dmkb: '1' }, token);
  expect(await wishes()).toEqual([]);
  await refuse('society@example.jp');
  await book(LOGGED_IN, { ...MEMBER, email1: 'society@example.jp', dmkb: '1' }, token);
  expect(await wishes()).toEqual(['society@example.jp refuses link']);
});

test('given a refusal, when the person books through a society, then no 09 is written', async () => {
  const token = await member('invited@example.jp');
  await refuse('invited@example.jp');
  const { ukno } = await book(LOGGED_IN, { ...MEMBER, email1: 'invited@example.jp' }, token);
  await service.db.updateTable('clients').set({ promotion_months: 10 }).execute();
  await service.db.updateTable('institutions').set({ exam_address1: '汐見の丘1-1' }).execute();
  await service.db.updateTable('reservations').set({ status: 'cancelled' }).execute();
  const visited = { status: 'confirmed', visit_date: '2026-01-15' } as const;
  await service.db.updateTable('reservations').set(visited).where('reservation_number', '=', ukno).execute();
  const invite = () =>
    runDailyFor({ ...service.running, clock: () => new Date(NOW), outbox: undefined }, HOSPITAL).then(
      (written) => written?.promotion,
    );
  expect(await invite()).toBe(0);
  await service.db.deleteFrom('mail_wishes').execute();
  expect(await invite()).toBe(1);
});

test('given a guest who types another’s address with 受け取る, then that one’s refusal stands', async () => {
  await refuse('another@example.jp');
  await book(GUEST, { email1: 'Another@example.jp', dmkb: '1' });
  expect(await wishes()).toEqual(['another@example.jp refuses link']);
});

test('to an address that is not the account’s own, one may refuse, and accept where no refusal stands', async () => {
  const token = await member('account@example.jp');
  await refuse('refused@example.jp');
  await book(LOGGED_IN, { email1: 'refused@example.jp', dmkb: '1' }, token);
  await book(LOGGED_IN, { email1: 'new@example.jp', dmkb: '1' }, token);
  await book(LOGGED_IN, { email1: 'other@example.jp', dmkb: '1' }, token);
  await book(LOGGED_IN, { email1: 'other@example.jp', dmkb: '0' }, token);
  expect(await wishes()).toEqual([
    'new@example.jp accepts booking',
    'other@example.jp refuses booking',
    'refused@example.jp refuses link',
  ]);
});

test('a guest who is refused, since the address has an account, has said nothing', async () => {
  await member('taken@example.jp');
  const { body } = await service.post(GUEST, form({ email1: 'taken@example.jp', dmkb: '0' }));
  expect(body).toMatchObject({ errorCode: 13 });
  expect(await wishes()).toEqual([]);
});

test('of two who book together to one address, the refusal counts', async () => {
  const tokens = [await member('a@example.jp'), await member('b@example.jp')];
  const drafts = ['1', '0'].map((dmkb) => form({ email1: 'shared@example.jp', dmkb }));
  // A first booking holds the writer, so that the two behind it are written together.
  const all = [
    service.post(GUEST, form({ email1: 'first@example.jp', dmkb: '0' })),
    ...drafts.map((draft, index) => service.post(LOGGED_IN, draft, tokens[index])),
  ];
  for (const { body } of await Promise.all(all)) expect(body).toMatchObject({ errorCode: 0 });
  expect(await wishes()).toContain('shared@example.jp refuses booking');
});

test('the form starts with the wish of the address, also when a booking is changed', async () => {
  const { ukno, userId, firstPassword } = await book(GUEST, { email1: 'form@example.jp', dmkb: '1' });
  const token = await service.logIn(userId, firstPassword);
  const starts = async (my_ukno = 0) => {
    const ask = { ircd: HOSPITAL, jgcd: '00000000', nend: 2026, kscd: '0001', my_ukno };
    const { body } = await service.post('/api/CommonInputReserveInfo/FirstDisplay', ask, token);
    expect(body.errorCode).toBe(0);
    return body.dmkb;
  };
  expect([await starts(), await starts(ukno)]).toEqual(['1', '1']);
  await service.db.deleteFrom('mail_wishes').execute();
  await refuse('form@example.jp');
  expect([await starts(), await starts(ukno)]).toEqual(['0', '0']);
  // Whoever then says yes in the form means it.
  const { body } = await service.post(CHANGE, form({ email1: 'form@example.jp', dmkb: '1', choiceUkno: ukno }), token);
  expect(body).toMatchObject({ errorCode: 0 });
  expect(await wishes()).toEqual(['form@example.jp accepts booking']);
});
