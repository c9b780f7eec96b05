// Japan Post's lists as an operator reads them in, and what the running service answers from then on.
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAddresses } from '#postal/contract.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { makeZip } from '#tests/kit/zip.ts';
import { otherCommand } from './commands.ts';

const town = (code: string, prefecture: string, city: string, name: string, change = '0') =>
  `01101,"060  ","${code}","ﾄﾄﾞｳﾌｹﾝ","ｼｸﾁｮｳｿﾝ","ﾁｮｳｲｷ","${prefecture}","${city}","${name}",0,0,0,0,${change},0`;
const business = (code: string, name: string, number: string, change = '0') =>
  `13101,"(ｶ)ｼﾞｷﾞﾖｳｼﾖ","株式会社　事業所","東京都","千代田区","${name}","${number}","${code}","100  ","銀座",0,0,${change}`;
const cp932 = (lines: string[]) => iconv.encode(lines.map((line) => `${line}\r\n`).join(''), 'CP932');

const KEN_ALL = [
  town('0600000', '北海道', '札幌市中央区', '以下に掲載がない場合'),
  town('0600042', '北海道', '札幌市中央区', '大通西（１～１９丁目）'),
  town('0287917', '岩手県', '九戸郡洋野町', '種市第１５地割～第２１地割（鹿糠、小路合、緑町、'),
  town('0287917', '岩手県', '九戸郡洋野町', '大久保、'),
  town('0287917', '岩手県', '九戸郡洋野町', '高取）'),
  town('0287918', '岩手県', '九戸郡洋野町', '有家'),
  town('0287918', '岩手県', '九戸郡洋野町', '中野'),
  town('0287918', '岩手県', '九戸郡洋野町', '中野（第２地割）'),
  town('7614103', '香川県', '小豆郡土庄町', '甲、乙（大木戸）'),
  town('1000301', '東京都', '利島村', '利島村一円'),
  town('5220317', '滋賀県', '犬上郡多賀町', '一円'),
  town('3060433', '茨城県', '猿島郡境町', '境町の次に番地がくる場合'),
  town('1006501', '東京都', '千代田区', '丸の内新丸の内ビルディング（１階）'),
  town('1009999', '東京都', '千代田区', '廃止町', '2'),
];
const JIGYOSYO = [business('1008111', '千代田', '１－１'), business('1008999', '廃止', '１－１', '5')];

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await startTestService();
  folder = mkdtempSync(path.join(tmpdir(), 'postal-codes-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.close();
});

function put(name: string, bytes: Buffer | string, stampedAt = '2026-09-30T10:00:00+09:00'): string {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  utimesSync(file, new Date(stampedAt), new Date(stampedAt));
  return file;
}
const operate = async (command: string, ...args: string[]) =>
  (await otherCommand(command)(args))({ connection: service.superuser, owner: service.superuser });
const find = async (postalCode: string) =>
  (await service.ask(findAddresses, { postalCode })).addresses.map(
    ({ prefecture, city, town }) => `${prefecture}|${city}|${town}`,
  );
const codesLine = async () => (await operate('versions')).split('\n').at(-1);

test('lists that are read in stand before what comes along, at once and as a whole; what is refused changes nothing', async () => {
  expect(await find('1008111')).toEqual([]);
  expect(await codesLine()).toBe('Postal codes  those that come along, of May 2025');
  const output = await operate(
    'postal-codes',
    put('ken_all.zip', makeZip({ 'KEN_ALL.CSV': cp932(KEN_ALL) })),
    put('JIGYOSYO.CSV', cp932(JIGYOSYO)),
  );
  expect(output).toMatch(/^12 addresses of KEN_ALL\.CSV, JIGYOSYO\.CSV \(2026-10-30\) are in use from now on/);
  const found: Record<string, string[]> = {
    '0600000': ['北海道|札幌市中央区|'],
    '0600042': ['北海道|札幌市中央区|大通西'],
    '0287917': ['岩手県|九戸郡洋野町|種市'],
    '0287918': ['岩手県|九戸郡洋野町|有家', '岩手県|九戸郡洋野町|中野'],
    '7614103': ['香川県|小豆郡土庄町|甲', '香川県|小豆郡土庄町|乙'],
    '1000301': ['東京都|利島村|'],
    '5220317': ['滋賀県|犬上郡多賀町|一円'],
    '3060433': ['茨城県|猿島郡境町|'],
    '1006501': ['東京都|千代田区|丸の内新丸の内ビルディング'],
    // A business: its town and number.
    '1008111': ['東京都|千代田区|千代田１－１'],
    // Abolished, or not in the list of a prefecture that has one.
    '1008999': [],
    '1000001': [],
    // Of a prefecture that is not in the set, what comes along tells.
    '2310000': ['神奈川県|横浜市中区|'],
  };
  for (const [code, addresses] of Object.entries(found)) expect([code, await find(code)]).toEqual([code, addresses]);
  expect(await codesLine()).toBe('Postal codes  of 2026-10-30 (KEN_ALL.CSV, JIGYOSYO.CSV)');

  for (const [file, refusal] of [
    [put('ADD_2611.CSV', cp932(KEN_ALL)), 'ADD_2611.CSV holds the changes of a month'],
    [put('other.csv', 'a,b,c\n'), 'other.csv is neither KEN_ALL nor JIGYOSYO of Japan Post.'],
    [put('cut.zip', makeZip({ 'KEN_ALL.CSV': cp932(KEN_ALL) }).subarray(0, 400)), 'is a damaged zip archive'],
    [put('empty.zip', makeZip({ 'readme.txt': Buffer.from('a') })), 'There is no list (.csv) in it.'],
    [path.join(folder, 'none.csv'), 'none.csv cannot be read.'],
  ] as const) {
    await expect(operate('postal-codes', file)).rejects.toThrow(refusal);
  }
  await expect(operate('postal-codes')).rejects.toThrow('Say which FILEs');
  expect(await find('1008111')).toEqual(['東京都|千代田区|千代田１－１']);

  // In UTF-8, and packed without being made smaller: the businesses of before are gone, since they are not in it.
  const utf8 = Buffer.from(`${town('1000001', '東京都', '千代田区', '新しい町')}\n`);
  await operate('postal-codes', put('utf_ken_all.zip', makeZip({ 'utf_ken_all.csv': utf8 }, false)));
  expect([await find('1000001'), await find('1008111')]).toEqual([['東京都|千代田区|新しい町'], []]);
  expect(await find('0600042')).toEqual(['北海道|札幌市中央区|大通西']);

  const onlyBusinesses = await operate('postal-codes', put('JIGYOSYO.CSV', cp932(JIGYOSYO)));
  expect(onlyBusinesses).toContain('Towns are recognised by those that come along');
  expect([await find('1000001'), await find('1008111')]).toEqual([
    ['東京都|千代田区|千代田'],
    ['東京都|千代田区|千代田１－１'],
  ]);
  expect(await codesLine()).toBe('Postal codes  of 2026-09-30 (JIGYOSYO.CSV)');
});

test('what is at work is reported: program, Node and PostgreSQL', async () => {
  const [program, node, postgresql] = (await operate('versions')).split('\n');
  expect(program).toMatch(/^kenshin-biyori {2}\d+\.\d+\.\d+$/);
  expect(node).toBe(`Node  ${process.versions.node}`);
  expect(postgresql).toMatch(/^PostgreSQL {2}18\.\d+ \(bundled, released \d{4}-\d\d-\d\d\)$/);
});
