// While servers are replaced, those of the release before work on today's schema, beside today's and on what only today's write.
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { startEmbedded } from '#db/embedded/embedded.ts';
import { checkSchema, migrate } from '#db/migrate.ts';
import { violationsOf } from '#server/verify/verify.ts';
import { chooseDay, newMail } from '#tests/kit/booked-guest.ts';
import type { Form } from '#tests/kit/booking-forms.ts';
import { deskForm } from '#tests/kit/desk-forms.ts';
import { noticeForm } from '#tests/kit/notices.ts';
import { PASSWORD, startTestService, type TestService } from '#tests/kit/service.ts';
import { type ReleasedProgram, type ReleasedServer, unpackRelease } from './released-program.ts';

const BEFORE = '1.0.0';
/** The Monday after that release's backup was made. */
const NOW = '2026-11-16T10:00:00+09:00';
const DEMO = '10000001';
const OPTION = { opbr: '0001', opcd: '0001' };

let program: ReleasedProgram;
let today: TestService;
let before: ReleasedServer;
beforeAll(async () => {
  program = await unpackRelease(BEFORE);
  today = await startTestService({ template: 'template0', now: NOW });
  before = await program.serve(today.superuser, NOW);
}, 300_000);
afterAll(async () => {
  await before?.stop();
  await today?.close();
  await program?.remove();
});

type Server = Pick<ReleasedServer, 'post'>;
const asker = (server: Server, token?: string) => async (path: string, form: Form) => {
  const { body } = await server.post(`/api/${path}`, form, token);
  if (body.errorCode !== 0) throw new Error(`${path} answers ${JSON.stringify(body)}`);
  return body;
};
type Ask = ReturnType<typeof asker>;
async function logIn(server: Server, username: string, password = PASSWORD): Promise<string> {
  const { body } = await server.post('/Token', { grant_type: 'password', username, password });
  if (!body.access_token) throw new Error(`${username}: ${JSON.stringify(body)}`);
  return body.access_token;
}

let position = 0;
const freeDay = (server: Server, changes: Form = {}) => chooseDay(asker(server), position++, changes);

async function phoneForm(server: Server, changes: Form = {}): Promise<Form> {
  const { nend, kscd, courseJkcd, sumGkgk, reserveDate, reserveTmzn } = await freeDay(server);
  return deskForm({ nend, kscd, courseJkcd, sumGkgk, reserveDate, reserveTmzn, ...changes });
}

async function setStatus(ask: Ask, ukno: number, changes: Form): Promise<void> {
  const { version, reserveDateYear, reserveDateMonth, reserveDateDate, reserveTmzn } = await ask(
    'MasterWIGA1Detail/FirstDisplay',
    { ukno },
  );
  const visit = { reserveDateYear, reserveDateMonth, reserveDateDate, reserveTmzn };
  await ask('MasterWIGA1Detail/Update', { ukno, version, ...visit, ...changes });
}

/** Gives the call as it was. */
async function mark(ask: Ask, { noticeId, ukno }: { noticeId: string; ukno: number }, changes: Form) {
  const { phoneList } = await ask('Desk/NoticeDetail', { noticeId });
  const call = phoneList.find((each: { ukno: number }) => each.ukno === ukno);
  await ask('Desk/NoticeMark', { noticeId, ukno, version: call.version, memo: '', ...changes });
  return call;
}

/** What examinees and staff do on a day, each answered by 0; gives the numbers of what stands. */
async function workADay(server: Server) {
  const mail = newMail();
  const guest = await freeDay(server, { email1: mail });
  const { ukno: first, firstPassword } = await asker(server)('Account/CommonGuestNewReserve', guest);
  const examinee = asker(server, await logIn(server, `${DEMO}_${mail}`, firstPassword));
  const second = await freeDay(server, { email1: mail });
  const { ukno: booked } = await examinee('Account/CommonLoginedNewReserve', second);
  const changed = { ...(await freeDay(server, { email1: mail })), choiceUkno: booked };
  const { ukno: instead } = await examinee('Account/CommonLoginedChangeReserve', changed);
  expect(
    (await examinee('CommonMyPage/FirstDisplay', {})).enableReserveDataList.map(({ ukno }: { ukno: number }) => ukno),
  ).toEqual(expect.arrayContaining([first, instead]));
  await examinee('CommonConfirmCancel/CancelReserve', { ukno: instead });

  const staff = asker(server, await logIn(server, 'demo0001'));
  const { searchList } = await staff('MasterWIGA1/FirstDisplay', {});
  expect(searchList.length).toBeGreaterThan(10);
  await setStatus(staff, first, { statusCode: '23', isSendMail: '1' });
  const { ukno: phoned } = await staff('Desk/Reserve', await phoneForm(server));
  await staff('Desk/Find', { find: 'ケンシン' });
  const { reserveList } = await staff('Desk/ReceptionList', {});
  const waiting = reserveList.find(({ rvst }: { rvst: string }) => rvst === '0');
  await staff('Desk/ReceptionMark', { ukno: waiting.ukno, rvst: '1', beforeRvst: '0' });
  const {
    csv1List: [pattern],
  } = await staff('CSVPatternList/FirstDisplay', {});
  const { bodyList } = await staff('MasterWIGA1/CsvDownload', { ptcd: pattern.ptcd, uknos: [first, phoned] });
  expect(bodyList).toHaveLength(2);
  const { sort, opnm, nbnm, waku, dffg } = await staff('MasterWOPKM/Detail', OPTION);
  await staff('MasterWOPKM/Update', { ...OPTION, sort, opnm, nbnm, waku, dffg });
  return { first, phoned, here: waiting.ukno as number };
}

test(`${BEFORE} works on its own schema`, async () => {
  await workADay(before);
}, 60_000);

test(`${BEFORE} works on today's schema, which is migrated underneath it`, async () => {
  await migrate({ connection: today.connection, owner: today.superuser });
  const { first } = await workADay(before);
  await workADay(today);
  expect((await before.post('/jobs', {})).body).toEqual([]);
  await asker(today, await logIn(today, 'demo0001'))('MasterWIGA1Detail/FirstDisplay', { ukno: first });
  expect(await violationsOf(today.superuser)).toEqual([]);
}, 60_000);

test(`${BEFORE} reads and goes on with what only today's program writes`, async () => {
  const now = asker(today, await logIn(today, 'demo0001'));
  const then = asker(before, await logIn(before, 'demo0001'));
  const { here, first, phoned } = await workADay(before);

  const { version, sumGkgk, listOpClass } = await now('Desk/AmendFirstDisplay', { ukno: here });
  const items = (listOpClass as Group[]).flatMap(({ opbr, trkb, listOpItems }) =>
    listOpItems.map((item) => ({ ...item, opbr, isSingle: trkb === '1' })),
  );
  const booked = items.filter(({ isBooked }) => isBooked === '1');
  const added = items.find(
    (item) => !item.isSingle && item.isBooked === '0' && item.isOffered === '1' && item.left < 0,
  )!;
  const set = [...booked, added];
  const keys = { opbr: set.map(({ opbr }) => opbr), opcd: set.map(({ opcd }) => opcd) };
  await now('Desk/Amend', { ukno: here, version, ...keys, sumGkgk: sumGkgk + added.gkgk, requestId: randomUUID() });
  const { noteVersion } = await now('MasterWIGA1Detail/FirstDisplay', { ukno: here });
  await now('Desk/SaveNote', { ukno: here, mosk: '車いす', isPrinted: '1', noteVersion });

  const { ukno: walkedIn } = await now('Desk/Reserve', await phoneForm(today, { ykrt: '4' }));
  await setStatus(now, phoned, { statusCode: '92', hkrs: '体調不良' });
  const { recipientList } = await now('Desk/NoticeDraft', { uknos: [first, walkedIn] });
  const { noticeId } = await now('Desk/NoticeSend', noticeForm(recipientList));
  await mark(now, { noticeId, ukno: walkedIn }, { clst: '1' });

  await today.admin.updateTable('courses').set({ sends: true }).execute();
  const sent = await now('Desk/SendingMark', { uknos: [first], mark: '1', sendDate: '2026/11/16' });
  expect(sent.resultList).toMatchObject([{ hsst: '2' }]);
  await setStatus(then, first, { statusCode: '92' });
  expect(await now('MasterWIGA1Detail/FirstDisplay', { ukno: first })).toMatchObject({ statusCode: '92', hsst: '2' });

  const detail = await then('MasterWIGA1Detail/FirstDisplay', { ukno: here });
  expect(detail.sumGkgk).toBe(sumGkgk + added.gkgk);
  expect(detail.historyList[0].text).toBe('変更なし');
  await then('Desk/SaveMemo', { ukno: here, stmm: '10時に電話', memoVersion: detail.memoVersion });
  const list = await then('Desk/ReceptionList', {});
  expect(list.reserveList.map(({ ukno }: { ukno: number }) => ukno)).toContain(here);
  expect((await then('MasterWIGA1Detail/FirstDisplay', { ukno: walkedIn })).ykrt).toBe('2');
  expect((await then('MasterWIGA1Detail/FirstDisplay', { ukno: phoned })).statusCode).toBe('92');
  const { historyList } = await then('MasterWIGA1Detail/FirstDisplay', { ukno: walkedIn });
  expect(historyList[0].text).toMatch(/^電話で連絡（/);
  expect(await mark(then, { noticeId, ukno: walkedIn }, { isCalled: '1' })).toMatchObject({ isCalled: '0' });
  expect(await violationsOf(today.superuser)).toEqual([]);
});

test(`a data folder of ${BEFORE} is started by today's program`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'biyori-folder-'));
  await chmod(folder, 0o711);
  await program.fillFolder(folder);
  const database = await startEmbedded(folder, { durable: false });
  try {
    await migrate(database);
    await checkSchema(database.connection);
    expect(await violationsOf(database.connection)).toEqual([]);
    const db = openDatabase(database.connection, 1);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from reservations`.execute(db);
    expect(rows[0]?.count).toBeGreaterThan(1000);
    await db.destroy();
  } finally {
    await database.stop();
    await rm(folder, { recursive: true });
  }
}, 60_000);

interface Group {
  opbr: string;
  trkb: string;
  listOpItems: { opcd: string; gkgk: number; isBooked: string; isOffered: string; left: number }[];
}
