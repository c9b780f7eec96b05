// The access log as managers read it, through the HTTP server: filters, pages in both directions, and the file.
import iconv from 'iconv-lite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeLines } from '#backoffice/files/cp932.ts';
import { ROLES } from '#domain/staff/roles.ts';
import { type LogEntry, writeLog } from '#server/access-log/write-log.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { openClerk } from '#tests/kit/staff.ts';

const HOUSE = '10000001';
const OPEN = '/api/AccessLog/FirstDisplay';
const SEARCH = '/api/AccessLog/Search';
const CSV = '/api/AccessLog/CsvDownload';
const NOW = '2026-11-15T10:00:00+09:00';

let service: TestService;
let token: string;
const tanaka = {
  kind: 'staff',
  userId: 'tanaka01',
  displayName: '受付　田中',
  role: 'reception',
  address: '192.0.2.7',
} as const;
const entry = (at: string, more: Partial<LogEntry> = {}): LogEntry => ({
  institutionCode: HOUSE,
  at: new Date(`${at}+09:00`),
  actor: tanaka,
  act: 'look',
  ...more,
});

/** 250 looks at reservations in October, a second apart, in pairs of one moment. */
const numberAt = (index: number) => String(100_000_000 + index);
const LOOKS = Array.from({ length: 250 }, (_, index) =>
  entry(`2026-10-05T09:00:${String(Math.floor(index / 5)).padStart(2, '0')}`, { subject: numberAt(index) }),
);

beforeAll(async () => {
  service = await startTestService({ now: NOW });
  token = await service.openInstitution(HOUSE, 'admin001');
  await openClerk(service.db, { institutionCode: HOUSE, userId: 'tanaka01', role: 'reception' }, new Date(NOW));
  await service.db
    .updateTable('administrators')
    .set({ disabled_at: new Date(NOW) })
    .where('user_id', '=', 'tanaka01')
    .execute();
  await service.openInstitution('10000002', 'admin002');
  await writeLog(
    service.db,
    ...LOOKS,
    entry('2026-11-14T08:00:00', { act: 'search', details: { conditions: ['受診日', 'カナ氏名'], count: 1234 } }),
    entry('2026-11-14T08:00:01', { act: 'csv', subject: '=取込用', outcome: 'refused' }),
    entry('2026-11-14T08:00:02', {
      act: 'change',
      subject: '123456789',
      details: { changes: [{ what: '受診日', from: '2026/12/01', to: '' }] },
    }),
    entry('2026-11-14T08:00:03', { act: 'anonymise', actor: { kind: 'service' }, details: { count: 3 } }),
    entry('2026-11-14T08:00:04', { act: 'operator', actor: { kind: 'operator' }, subject: 'unlock-administrator' }),
    entry('2026-11-14T08:00:05', { institutionCode: '10000002', subject: '999999999' }),
  );
});
afterAll(() => service.close());

const post = (path: string, form: Record<string, unknown> = {}) => service.post(path, form, token);
const dateOf = (end: 'Start' | 'End', date: string) => {
  const [year, month, day] = date.split('-').map(Number);
  return { [`log${end}Year`]: year, [`log${end}Month`]: month, [`log${end}Date`]: day };
};
const OCTOBER = { ...dateOf('Start', '2026-10-01'), ...dateOf('End', '2026-10-31') };
const NOVEMBER_14 = { ...dateOf('Start', '2026-11-14'), ...dateOf('End', '2026-11-14') };
type Listed = { subject: string; actName: string; name: string };

test('opens with the last seven days, everybody of the staff, and every act', async () => {
  const { body } = await post(OPEN);
  expect(body).toMatchObject({
    errorCode: 0,
    logStartMonth: 11,
    logStartDate: 9,
    logEndMonth: 11,
    logEndDate: 15,
    older: '',
    newer: '',
  });
  expect(body.listStaff).toEqual([
    { userId: 'admin001', name: '受付　佐藤' },
    { userId: 'tanaka01', name: '受付' },
  ]);
  expect(body.listAct).toContainEqual({ act: '13', actName: '予約の変更' });
  expect(body.listLog.map(({ actName }: Listed) => actName).slice(-5)).toEqual([
    '提供元の操作',
    '保存期間による匿名化',
    '予約の変更',
    'CSV出力',
    '予約の検索',
  ]);
});

test('a row says who, in which role, what, about what, and how it ended', async () => {
  const { body } = await post(SEARCH, NOVEMBER_14);
  expect(body.listLog).toMatchObject([
    { name: '提供元', userId: '', role: '', subject: 'unlock-administrator', outcome: '1' },
    { name: 'システム', text: '3件' },
    { subject: '123456789', text: '受診日：2026/12/01→（なし）' },
    { subject: '=取込用', outcome: '2' },
    {
      date: '2026/11/14 08:00:00',
      userId: 'tanaka01',
      name: '受付　田中',
      role: '2',
      act: '11',
      actName: '予約の検索',
      subject: '',
      text: '受診日・カナ氏名　1,234件',
      outcome: '1',
      address: '192.0.2.7',
    },
  ]);
});

test.each<[string, Record<string, unknown>, string[]]>([
  ['somebody', { ...NOVEMBER_14, userId: 'tanaka01' }, ['予約の変更', 'CSV出力', '予約の検索']],
  ['an act', { ...NOVEMBER_14, act: '14' }, ['CSV出力']],
  ['an outcome', { ...NOVEMBER_14, outcome: '2' }, ['CSV出力']],
  ['a reservation', { ukno: '123456789' }, ['予約の変更']],
  ['nothing that is there', { ...NOVEMBER_14, act: '41' }, []],
  ["another institution's reservation", { ukno: '999999999' }, []],
])('finds by %s', async (_by, form, acts) => {
  const { body } = await post(SEARCH, form);
  expect(body).toMatchObject({ errorCode: 0, older: '', newer: '' });
  expect(body.listLog.map(({ actName }: Listed) => actName)).toEqual(acts);
});

test('pages go down and up again by key, and none is missed or told twice where moments are the same', async () => {
  const subjects = (body: { listLog: Listed[] }) => body.listLog.map(({ subject }) => subject);
  const first = await post(SEARCH, OCTOBER);
  const second = await post(SEARCH, { ...OCTOBER, before: first.body.older });
  const third = await post(SEARCH, { ...OCTOBER, before: second.body.older });
  expect([first, second, third].map(({ body }) => body.listLog.length)).toEqual([100, 100, 50]);
  expect([first.body.newer, third.body.older]).toEqual(['', '']);
  const all = [first, second, third].flatMap(({ body }) => subjects(body));
  expect(new Set(all)).toEqual(new Set(LOOKS.map(({ subject }) => subject)));
  const up = await post(SEARCH, { ...OCTOBER, after: third.body.newer });
  expect(up.body).toMatchObject({ listLog: second.body.listLog, older: second.body.older });
  const top = await post(SEARCH, { ...OCTOBER, after: up.body.newer });
  expect(top.body).toMatchObject({ listLog: first.body.listLog, newer: '', older: first.body.older });
});

test.each<[string, Record<string, unknown>, number, string]>([
  ['a number of eight digits', { ukno: '12345678' }, 12, '予約番号は9桁の半角数字で入力してください。'],
  [
    'a range that ends before it starts',
    { ...dateOf('Start', '2026-11-02'), ...dateOf('End', '2026-11-01') },
    14,
    '期間の終了日は開始日以降の日付を選択してください。',
  ],
  ['a place that nobody was told', { before: 'bm9uc2Vuc2U' }, 12, '表示する位置の指定が正しくありません。'],
])('refuses %s', async (_what, form, errorCode, sentence) => {
  expect((await post(SEARCH, form)).body).toMatchObject({ errorCode, errorMessage: sentence });
});

test('reading the log is in the log, by kinds of conditions and with the count', async () => {
  const before = (await service.readLog()).length;
  await post(SEARCH, { ...OCTOBER, userId: 'tanaka01', ukno: '100000000' });
  expect((await service.readLog()).slice(before)).toMatchObject([
    { act: '51', subject: '', details: { conditions: ['期間', '職員', '予約番号'], count: 1 } },
  ]);
});

test('the file: the same rows, in CP932, with no formula a spreadsheet would run; and it is in the log', async () => {
  const before = (await service.readLog()).length;
  const { body } = await post(CSV, NOVEMBER_14);
  expect(body).toMatchObject({ errorCode: 0, fileName: '操作履歴_20261115_100000.csv' });
  expect(iconv.decode(Buffer.from(encodeLines([body.header, ...body.bodyList]).bytes), 'cp932').split('\r\n')).toEqual([
    '日時,ユーザーID,表示名,権限,操作,対象,内容,結果,アドレス',
    '2026/11/14 08:00:04,,提供元,,提供元の操作,unlock-administrator,,成功,',
    '2026/11/14 08:00:03,,システム,,保存期間による匿名化,,3件,成功,',
    '2026/11/14 08:00:02,tanaka01,受付　田中,受付,予約の変更,123456789,受診日：2026/12/01→（なし）,成功,192.0.2.7',
    "2026/11/14 08:00:01,tanaka01,受付　田中,受付,CSV出力,'=取込用,,拒否,192.0.2.7",
    '2026/11/14 08:00:00,tanaka01,受付　田中,受付,予約の検索,,"受診日・カナ氏名　1,234件",成功,192.0.2.7',
    '',
  ]);
  expect((await service.readLog()).slice(before)).toMatchObject([
    { act: '52', details: { note: '開始', conditions: ['期間'], count: 5 }, outcome: 'ok' },
    { act: '52', details: { note: '完了', count: 5 }, outcome: 'ok' },
  ]);
});

test('a file without rows is refused', async () => {
  const { body } = await post(CSV, { ...NOVEMBER_14, act: '41' });
  expect(body).toMatchObject({ errorCode: 13, errorMessage: '条件に合う操作履歴はありません。' });
});

test('only managers read it', async () => {
  for (const role of ROLES) {
    const theirs = await openClerk(service.db, { institutionCode: HOUSE, userId: `role${role}`, role }, new Date(NOW));
    for (const path of [OPEN, SEARCH, CSV]) {
      const { status } = await service.post(path, NOVEMBER_14, theirs);
      expect([path, status]).toEqual([path, role === 'manager' ? 200 : 403]);
    }
  }
});
