// What the confirmation step tells an account of what it has booked already, and that nobody else is told anything.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Form, guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import { buildHospital, HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { watchStatements } from '#tests/kit/statements.ts';

const PREVIEW = '/api/CommonConfirmReserveInfo/FirstDisplay';
const GUEST = '/api/Account/CommonGuestNewReserve';
const HUSBAND = { nam2: '太郎', ryk2: 'タロウ', inputBtdyYear: 1978, inputSex: '1' };

let service: TestService;
let token: string;
let stranger: string;
let number: number;

const hanako = (changes: Form = {}) => guestForm(HOSPITAL, changes);

beforeAll(async () => {
  service = await startTestService({
    now: '2026-11-15T10:00:00+09:00',
    env: { GUEST_RESERVATIONS_PER_MINUTE: '0' },
  });
  await buildHospital(service.db);
  const { body } = await service.post(GUEST, hanako());
  number = body.ukno;
  token = await service.logIn(body.userId, body.firstPassword);
  const other = await service.post(
    GUEST,
    hanako({ email1: 'other@example.jp', ...HUSBAND, reserveDate: '2026/12/02' }),
  );
  stranger = await service.logIn(other.body.userId, other.body.firstPassword);
});
afterAll(() => service.close());

const step = (form: Form, changes: Form = {}) =>
  stepForm(form, {
    reserveDate: '2026/12/03',
    tmzn: '09',
    courseJkcd: '01',
    ryk1: form.ryk1,
    ryk2: form.ryk2,
    ...changes,
  });

async function ask(form: Form, as?: string) {
  const { body } = await service.post(PREVIEW, form, as);
  expect(body.errorCode).toBe(0);
  return body;
}

test('given Hanako logged in, when she books for herself again, then she is told what she has', async () => {
  const { sameYearList } = await ask(step(hanako()), token);
  expect(sameYearList).toEqual([{ ukno: number, reserveDate: '2026/12/01', sthm: '9:00', ksnm: expect.any(String) }]);
  // However her name is typed.
  expect((await ask(step(hanako({ ryk1: 'ｹﾝｼﾝ', ryk2: 'ハナ コ' })), token)).sameYearList).toHaveLength(1);
});

test('for her husband, or as a guest with her data: none, and the answer is the same as for anybody', async () => {
  expect((await ask(step(hanako(HUSBAND)), token)).sameYearList).toEqual([]);
  const nobody = await ask(step(hanako({ ryk1: 'ダレモ', ryk2: 'イナイ' })));
  expect(await ask(step(hanako()))).toEqual(nobody);
  expect(nobody.sameYearList).toEqual([]);
  // An account of somebody else who types her name.
  const theirs = await ask(step(hanako({ ryk1: 'ダレモ', ryk2: 'イナイ' })), stranger);
  expect(await ask(step(hanako()), stranger)).toEqual(theirs);
});

test('a guest costs no statement for it, an account one at the most', async () => {
  await ask(step(hanako()));
  const without = step(hanako(), { ryk1: '', ryk2: '' });
  const count = async (form: Form, as?: string) => (await watchStatements(() => ask(form, as))).length;
  expect(await count(step(hanako()))).toBe(await count(without));
  expect(await count(step(hanako()), token)).toBe((await count(without, token)) + 1);
});

test('another year, a change of that very one, or one that is cancelled: none', async () => {
  const mine = step(hanako());
  expect((await ask({ ...mine, my_ukno: number }, token)).sameYearList).toEqual([]);
  const set = (changes: { fiscal_year?: number; status?: 'new' | 'cancelled' }) =>
    service.db.updateTable('reservations').set(changes).where('reservation_number', '=', number).execute();
  await set({ fiscal_year: 2025 });
  expect((await ask(mine, token)).sameYearList).toEqual([]);
  await set({ fiscal_year: 2026, status: 'cancelled' });
  expect((await ask(mine, token)).sameYearList).toEqual([]);
  await set({ status: 'new' });
  expect((await ask(mine, token)).sameYearList).toHaveLength(1);
});

test('one without an account, as staff book it by telephone, is nobody’s', async () => {
  await service.db
    .updateTable('reservations')
    .set({ examinee_id: null })
    .where('reservation_number', '=', number)
    .execute();
  expect((await ask(step(hanako()), token)).sameYearList).toEqual([]);
});

test('who knows no more than the specification asks for is told nothing', async () => {
  const { ryk1: _family, ryk2: _given, ...spec } = step(hanako());
  expect((await ask(spec, token)).sameYearList).toEqual([]);
});
