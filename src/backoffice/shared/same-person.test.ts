// The other reservations of a person: who counts as the same, what is reported of them, and to whom.
import type { Updateable } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tables } from '#db/tables.ts';
import { putReservation } from '#tests/kit/reservations.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { openClerk } from '#tests/kit/staff.ts';
import { watchStatements } from '#tests/kit/statements.ts';

const HOME = '50000001';
const AWAY = '50000002';
const NOW = '2026-11-15T10:00:00+09:00';
const SAME = '/api/Desk/SamePerson';
const SEARCH = '/api/MasterWIGA1/Search';

let service: TestService;
let token: string;
let away: string;

beforeAll(async () => {
  service = await startTestService({ now: NOW });
  token = await service.openInstitution(HOME, 'clerk001');
  away = await service.openInstitution(AWAY, 'clerk002');
});
afterAll(() => service.close());
beforeEach(() => service.db.deleteFrom('reservations').execute());

type Changes = Updateable<Tables['reservations']>;
const HANAKO: Changes = { family_kana: 'ケンシン', given_kana: 'ハナコ', birth_date: '1980-01-01' };

async function put(visitDate: string, changes: Changes = {}, institutionCode = HOME): Promise<number> {
  const number = await putReservation(service.db, institutionCode, { visitDate, slotCode: '01', startMinute: 540 });
  await turn(number, { status: 'confirmed', ...HANAKO, ...changes });
  return number;
}

const turn = (number: number, changes: Changes) =>
  service.db.updateTable('reservations').set(changes).where('reservation_number', '=', number).execute();

async function askOf(ukno: number, as = token) {
  const { body } = await service.post(SAME, { ukno }, as);
  expect(body.errorCode).toBe(0);
  return reportOf(body);
}

const typed = { ryk1: 'ケンシン', ryk2: 'ハナコ', btdyYear: 1980, btdyMonth: 1, btdyDate: 1, trno: '', nend: 2026 };
async function askFor(form: Record<string, unknown>) {
  const { body } = await service.post(SAME, { ...typed, ...form }, token);
  expect(body.errorCode).toBe(0);
  return reportOf(body);
}

// biome-ignore lint/suspicious/noExplicitAny: the wire as a test sees it
const reportOf = ({ reserveList, rowCount, nendCount }: any) => ({
  numbers: reserveList.map(({ ukno }: { ukno: number }) => ukno),
  rowCount,
  nendCount,
});

const alone = { numbers: [], rowCount: 0, nendCount: 0 };

/** Numbers and whether each is suspected, as the extraction of one day lists them. */
async function extract(day: string) {
  const [year, month, date] = day.split('-').map(Number);
  const range = {
    examStartYear: year,
    examStartMonth: month,
    examStartDate: date,
    examEndYear: year,
    examEndMonth: month,
    examEndDate: date,
  };
  const { body } = await service.post(SEARCH, range, token);
  return body.searchList.map(({ ukno, isdp }: { ukno: number; isdp: string }) => [ukno, isdp]);
}

test('given a second live booking in a fiscal year, then both details show the hint, and the extraction marks the one in the range', async () => {
  const first = await put('2026-11-18');
  const second = await put('2027-02-10', { status: 'new' });
  expect(await askOf(first)).toEqual({ numbers: [second], rowCount: 1, nendCount: 1 });
  expect(await askOf(second)).toEqual({ numbers: [first], rowCount: 1, nendCount: 1 });
  expect(await extract('2026-11-18')).toEqual([[first, '1']]);
});

test('given that one is cancelled, then hint and mark are gone on both', async () => {
  const first = await put('2026-11-18');
  const second = await put('2027-02-10', { status: 'cancelled' });
  expect(await askOf(first)).toEqual({ numbers: [second], rowCount: 1, nendCount: 0 });
  expect(await askOf(second)).toEqual({ numbers: [first], rowCount: 1, nendCount: 0 });
  expect(await extract('2026-11-18')).toEqual([[first, '0']]);
  expect(await extract('2027-02-10')).toEqual([[second, '0']]);
});

test('the newest visit comes first, of one day the later number; replaced ones are left out, cancelled ones are not', async () => {
  const asked = await put('2026-11-18');
  const before = await put('2025-11-12', { fiscal_year: 2025 });
  const cancelled = await put('2027-02-10', { status: 'cancel_confirmed' });
  await put('2027-03-01', { status: 'replaced_unconfirmed' });
  const [one, other] = [await put('2026-12-01'), await put('2026-12-01')];
  const all = [cancelled, Math.max(one, other), Math.min(one, other), before];
  expect(await askOf(asked)).toEqual({ numbers: all, rowCount: 4, nendCount: 2 });
});

test('a row tells what a list shows', async () => {
  const asked = await put('2026-11-18');
  await put('2027-02-10', { status: 'new', staff_memo: '耳が遠い。', origin: 'phone', mail: '', age: 47 });
  const { body } = await service.post(SAME, { ukno: asked }, token);
  expect(body.reserveList).toMatchObject([
    {
      ykdy: '2027/02/10',
      ksNbnm: 'ドック',
      ykst: '21',
      strYkst: '新規未確認',
      nend: 2026,
      jgcd: '00000000',
      sex: '2',
      age: 47,
    },
  ]);
  expect(body.reserveList).toMatchObject([{ isdp: '1', ismm: '1', isrm: '0', ykrt: '2', rvst: '0', hasMail: '0' }]);
});

test('twenty are listed, all are counted', async () => {
  const asked = await put('2026-11-18');
  for (let year = 0; year < 23; year++) await put(`${2000 + year}-06-01`, { fiscal_year: 2000 + year });
  const { numbers, rowCount, nendCount } = await askOf(asked);
  expect([numbers.length, rowCount, nendCount]).toEqual([20, 23, 0]);
});

test('the same name on another day of birth, another name, another institution: somebody else', async () => {
  const asked = await put('2026-11-18');
  await put('2026-12-01', { birth_date: '1980-01-02' });
  await put('2026-12-01', { given_kana: 'タロウ' });
  await put('2026-12-01', {}, AWAY);
  expect(await askOf(asked)).toEqual(alone);
});

test('widths, blanks and hiragana are folded; half of a name is nobody', async () => {
  const known = await put('2026-11-18', { family_kana: 'ケンシン', given_kana: 'ハナコ' });
  const found = { numbers: [known], rowCount: 1, nendCount: 1 };
  expect(await askFor({})).toEqual(found);
  expect(await askFor({ ryk1: 'けんしん', ryk2: 'はなこ' })).toEqual(found);
  expect(await askFor({ ryk1: 'ｹﾝｼﾝ', ryk2: 'ﾊﾅ ｺ' })).toEqual(found);
  expect(await askFor({ ryk2: '' })).toEqual(alone);
  expect(await askFor({ btdyYear: 0, btdyMonth: 0, btdyDate: 0 })).toEqual(alone);
});

test('a person who is being written down: another year counts nothing, and the one that is changed is left out', async () => {
  const known = await put('2026-11-18');
  const other = await put('2027-02-10');
  expect(await askFor({ nend: 2027 })).toEqual({ numbers: [other, known], rowCount: 2, nendCount: 0 });
  expect(await askFor({ exceptUkno: known })).toEqual({ numbers: [other], rowCount: 1, nendCount: 1 });
});

test('one patient number is one person under any name, with what carries no number under these names', async () => {
  const maiden = await put('2024-06-01', { fiscal_year: 2024, family_kana: 'サトウ', patient_number: 'K-1' });
  const maidenPlain = await put('2023-06-01', { fiscal_year: 2023, family_kana: 'サトウ' });
  const married = await put('2026-11-18', { patient_number: 'K-1' });
  const plain = await put('2025-06-01', { fiscal_year: 2025 });
  expect((await askOf(married)).numbers).toEqual([plain, maiden, maidenPlain]);
  expect((await askOf(maiden)).numbers).toEqual([married, plain, maidenPlain]);
  expect((await askOf(plain)).numbers).toEqual([married, maiden, maidenPlain]);
  expect((await askFor({ trno: 'K-1' })).numbers).toEqual([married, plain, maiden, maidenPlain]);
  expect((await askFor({})).numbers).toEqual([married, plain, maiden, maidenPlain]);
});

test('two numbers under one name and birth date are two people, and what carries none belongs to neither', async () => {
  const one = await put('2026-11-18', { patient_number: 'K-1' });
  const other = await put('2026-11-19', { patient_number: 'K-2' });
  const plain = await put('2026-11-20');
  const morePlain = await put('2026-11-21');
  expect(await askOf(one)).toEqual(alone);
  expect(await askOf(other)).toEqual(alone);
  expect((await askOf(plain)).numbers).toEqual([morePlain]);
  expect((await askFor({ trno: 'K-2' })).numbers).toEqual([other]);
  expect((await askFor({ trno: 'K-3' })).numbers).toEqual([]);
  await turn(other, { status: 'replaced_confirmed' });
  expect((await askOf(one)).numbers).toEqual([morePlain, plain]);
});

test('an anonymous reservation has no person, and is nobody’s', async () => {
  const gone = { anonymised_at: new Date(NOW), family_kana: '', given_kana: '', patient_number: '' };
  const one = await put('2026-11-18', gone);
  await put('2026-11-19', gone);
  expect(await askOf(one)).toEqual(alone);
  expect(await askFor({ ryk1: '', ryk2: '' })).toEqual(alone);
});

test('a number of another institution, or of none, is not there', async () => {
  const ours = await put('2026-11-18');
  expect(await service.post(SAME, { ukno: ours }, away)).toMatchObject({ status: 404, body: { errorCode: 16 } });
  expect((await service.post(SAME, { ukno: 999_999_999 }, token)).body.errorCode).toBe(16);
});

test('whoever only looks may see them; the access log tells of whom, never what was typed', async () => {
  const asked = await put('2026-11-18');
  await put('2026-11-19');
  const viewer = await openClerk(
    service.db,
    { institutionCode: HOME, userId: 'viewer01', role: 'viewer' },
    new Date(NOW),
  );
  const before = await service.readLog();
  expect((await askOf(asked, viewer)).rowCount).toBe(1);
  await askFor({});
  const log = (await service.readLog()).slice(before.length);
  expect(log.map(({ act, subject }) => [act, subject])).toEqual([
    ['12', String(asked)],
    ['12', ''],
  ]);
  expect(JSON.stringify(log)).not.toContain('ケンシン');
});

test('it takes one statement', async () => {
  const asked = await put('2026-11-18');
  await askOf(asked);
  const statements = await watchStatements(() => askOf(asked));
  expect(statements.filter((text) => text.startsWith('with asked'))).toHaveLength(1);
  // Beside the session's, and the access log's behind the answer.
  expect(statements.filter((text) => !/^(with asked|select encode|insert into)/.test(text))).toEqual([]);
});
