// The institution's own data, through the HTTP server, and what examinees see of it.

import { createHash } from 'node:crypto';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mountImages } from '#server/http/pictures.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';

let service: TestService;
let token: string;
let otherToken: string;

beforeAll(async () => {
  service = await startTestService({ now: '2026-11-15T10:00:00+09:00' });
  token = await service.openInstitution('10000001', 'clinic01');
  otherToken = await service.openInstitution('10000002', 'clinic02');
});
afterAll(() => service.close());

const GOOD = {
  irnm: '汐見の丘健診センター',
  irkn: 'シオミノオカケンシンセンター',
  egnm: 'Shiominooka Health Check Center',
  kzip1: '231',
  kzip2: '0001',
  kad1: '神奈川県横浜市中区新港1-2-3',
  kad2: '健診ビル 5階',
  ktel: '0120-000-123',
  fzip1: '060',
  fzip2: '0000',
  fad1: '北海道札幌市中央区',
  fad2: '',
  ftel: '011-000-0123',
  uktk: '平日8:30〜16:30／土曜8:30〜11:30',
  nwkb: '2',
  clnd: '2',
  chdy: 7,
  stdy: 14,
  eddy: 180,
  hsdy: 14,
  hsnm: '採便容器',
  pass: '1',
  url: 'https://www.example.jp/',
  taxk: '1',
  taxc: '2',
  erms: '受診できるコースがありません。\nお電話ください。',
  cvtn: '第1条\n第2条',
  naiy: 'お知らせ1\nお知らせ2',
  jsmm: '受診票の注意1\n受診票の注意2',
  hkrl: '本人の都合\n施設の都合',
};

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const upload = (content: Buffer, name = '背景.png') => ({
  hmpgFileName: name,
  hmpgFileSize: content.length,
  hmpgFileDataBase64: content.toString('base64'),
  hmpgFlag: '1',
});

const open = async (who = token) => (await service.post('/api/MasterWIRKN/FirstDisplay', {}, who)).body;
const update = (change: object, who = token) =>
  service.post('/api/MasterWIRKN/Update', { ...GOOD, ...change } as Record<string, unknown>, who);
const top = async () => (await service.post('/api/CommonTop/CommonTopFirstDisplay', { param: 'r10000001' })).body;

test('street and building are two words wherever they are reported as one address', async () => {
  const shownAddresses = async (fad1: string, fad2: string) => {
    expect((await update({ fad1, fad2 })).body).toMatchObject({ errorCode: 0 });
    const lookup = await service.post('/api/MasterWMAIL/Lookup', {}, token);
    return [(await top()).irad, lookup.body.fad1];
  };
  expect(await shownAddresses('汐見市1-2', '汐見ビル3階')).toEqual([
    '汐見市1-2 汐見ビル3階',
    '〒060-0000 汐見市1-2 汐見ビル3階',
  ]);
  expect(await shownAddresses('汐見市1-2', '')).toEqual(['汐見市1-2', '〒060-0000 汐見市1-2']);
});

test.each([
  ['plain', {}],
  [
    'odd characters',
    {
      irnm: '髙﨑①～ 🏥',
      irkn: 'ﾀｶｻｷ①～',
      egnm: 'Takasaki–Clinic 🏥',
      kad1: '﨑①～',
      fad2: '𠮷ビル🩺',
      naiy: '髙﨑\n①～🏥',
    },
  ],
  [
    '120 characters',
    {
      irnm: '全'.repeat(120),
      irkn: 'ア'.repeat(120),
      egnm: 'W'.repeat(120),
      kad1: '🏥'.repeat(120),
      fad1: '全'.repeat(120),
    },
  ],
  ['leading zeros', { irnm: '001', kzip1: '001', kzip2: '0002', ktel: '00', uktk: '0', egnm: '0' }],
  ['the other choices', { nwkb: '3', clnd: '1', pass: '2', taxk: '2', taxc: '1' }],
  ['limits', { hsdy: 60, hsnm: '容'.repeat(20), chdy: 0, stdy: 0, eddy: 999, ktel: '0'.repeat(20), taxc: '3' }],
  [
    'a long text',
    { cvtn: '規約'.repeat(15_000), erms: 'あ'.repeat(2000), naiy: 'い'.repeat(2000), jsmm: 'う'.repeat(2000) },
  ],
  [
    'nothing but a name',
    Object.fromEntries(
      ['irkn', 'egnm', 'kzip1', 'kzip2', 'kad1', 'kad2', 'ktel', 'fzip1', 'fzip2', 'fad1', 'ftel', 'uktk', 'url']
        .concat(['erms', 'cvtn', 'naiy', 'jsmm', 'hkrl'])
        .map((code) => [code, '']),
    ),
  ],
])('what is saved is what the screen shows again: %s', async (_name, change) => {
  expect((await update(change)).body).toMatchObject({ errorCode: 0 });
  expect(await open()).toEqual({
    errorCode: 0,
    errorMessagesList: [],
    ...GOOD,
    ...change,
    hmpg: '',
    hmpgFlag: '0',
    hmpgFileName: '',
    hmpgFileSize: 0,
    hmpgFileDataBase64: '',
    version: expect.stringMatching(/^[0-9]+$/),
  });
});

test('examinees see names, addresses, phones, hours, homepage, booking kinds, picture and message', async () => {
  for (const nwkb of ['1', '2', '3']) {
    await update({ nwkb, ...upload(PNG) });
    expect(await top()).toMatchObject({
      irnm: GOOD.irnm,
      irkn: GOOD.irkn,
      egnm: GOOD.egnm,
      url: GOOD.url,
      fzip: '0600000',
      irad: GOOD.fad1,
      ftel: GOOD.ftel,
      kzip: '2310001',
      kadr: `${GOOD.kad1} ${GOOD.kad2}`,
      ktel: GOOD.ktel,
      uktk: GOOD.uktk,
      nwkb,
      hmpg: `/images/10000001/${createHash('sha256').update(PNG).digest('hex')}`,
    });
  }
  const news = await service.app.inject({ url: '/api/CommonTop/MessageForRecipients?ircd=10000001' });
  expect(news.json()).toMatchObject({ errorCode: 0, NAIY: GOOD.naiy });
});

test.each([
  [{ irnm: '' }, ['医療機関名は必須入力です。']],
  [{ irnm: 'あ'.repeat(121) }, ['医療機関名は120文字以内で入力してください。']],
  [{ irkn: 'ア'.repeat(121) }, ['カナ名称は120文字以内で入力してください。']],
  [{ egnm: 'W'.repeat(121) }, ['英語名は120文字以内で入力してください。']],
  [{ irnm: 'a\tb' }, ['医療機関名に使用できない文字が入力されています。']],
  [{ kzip1: '23' }, ['契約窓口の郵便番号は3桁と4桁の半角数字で入力してください。']],
  [{ kzip2: '' }, ['契約窓口の郵便番号は3桁と4桁の半角数字で入力してください。']],
  [{ kzip1: '2310', kzip2: '001' }, ['契約窓口の郵便番号は3桁と4桁の半角数字で入力してください。']],
  [{ fzip1: '２３１' }, ['受診会場の郵便番号は3桁と4桁の半角数字で入力してください。']],
  [{ ktel: '０４５' }, ['契約窓口の電話番号は半角の数字とハイフンで入力してください。']],
  [{ ftel: '0'.repeat(21) }, ['受診会場の電話番号は20文字以内で入力してください。']],
  [{ kad1: 'あ'.repeat(121) }, ['契約窓口の住所1は120文字以内で入力してください。']],
  [{ fad2: 'あ'.repeat(121) }, ['受診会場の住所2は120文字以内で入力してください。']],
  [{ url: 'javascript:alert(1)' }, ['ホームページURLはhttp://またはhttps://で始まるアドレスを入力してください。']],
  [{ hsdy: '' }, ['発送日数は0から60の整数で入力してください。']],
  [{ hsdy: '61' }, ['発送日数は0から60の整数で入力してください。']],
  [{ hsnm: '' }, ['発送物の呼び名は必須入力です。']],
  [{ hsnm: '容'.repeat(21) }, ['発送物の呼び名は20文字以内で入力してください。']],
  [{ chdy: '' }, ['変更・取消期限は整数で入力してください。']],
  [{ chdy: '七' }, ['変更・取消期限は整数で入力してください。']],
  [{ chdy: '100' }, ['変更・取消期限は0から99までの数値で入力してください。']],
  [{ stdy: '1.5' }, ['予約可能期間の開始は整数で入力してください。']],
  [{ eddy: 'x' }, ['予約可能期間の終了は整数で入力してください。']],
  [{ eddy: '1000' }, ['予約可能期間の終了は0から999までの数値で入力してください。']],
  [{ stdy: 181, eddy: 180 }, ['予約可能期間の終了は、開始以降の日数を入力してください。']],
  [{ hkrl: Array.from({ length: 11 }, (_, n) => `理由${n}`).join('\n') }, ['取消の理由は10件以内で入力してください。']],
  [{ hkrl: `本人の都合\n${'あ'.repeat(21)}` }, ['取消の理由は1行20文字以内で入力してください。']],
  [{ naiy: 'あ'.repeat(2001) }, ['お知らせは2000文字以内で入力してください。']],
  [
    { nwkb: '4', clnd: '', pass: '', taxk: '', taxc: '' },
    ['予約区分', 'カレンダー形式', '最初のパスワード', '税表示', '税の端数処理'].map(
      (label) => `${label}を選択してください。`,
    ),
  ],
])('refuses %j with code 12, and keeps what was there', async (change, sentences) => {
  const before = await open();
  expect(await update(change)).toMatchObject({
    status: 200,
    body: { errorCode: 12, errorMessagesList: sentences, errorMessage: sentences[0] },
  });
  expect(await open()).toEqual(before);
});

const NO_PICTURE = '背景画像はPNG・JPEG・WebPの画像ファイルを選んでください。';
const TOO_LARGE = '背景画像は2MB以内のファイルを選んでください。';

test.each([
  [
    'SVG under the name of a PNG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'),
    NO_PICTURE,
  ],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>').toString('base64'), NO_PICTURE],
  ['no Base64', 'これは画像ではありません', '背景画像を読み取れませんでした。もう一度選んでください。'],
  [
    '2 MiB and a byte',
    Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024 + 1 - PNG.length)]).toString('base64'),
    TOO_LARGE,
  ],
  ['4 MiB', Buffer.concat([PNG, Buffer.alloc(4 * 1024 * 1024)]).toString('base64'), TOO_LARGE],
])('refuses a picture with code 14, and saves nothing: %s', async (_name, hmpgFileDataBase64, sentence) => {
  await update(upload(PNG));
  const before = await open();
  const answer = await update({ irnm: '保存されない', ...upload(PNG), hmpgFileDataBase64 });
  expect(answer).toMatchObject({
    status: 200,
    body: { errorCode: 14, errorMessage: sentence, errorMessagesList: [sentence] },
  });
  expect(await open()).toEqual(before);
});

test('a picture is registered, kept, replaced, and removed', async () => {
  await update(upload(PNG));
  const first = await open();
  expect(first).toMatchObject({ hmpgFlag: '1', hmpgFileName: '背景.png', hmpgFileSize: PNG.length });
  for (const flag of [{ hmpgFlag: '1' }, {}]) {
    await update(flag);
    expect((await open()).hmpg).toBe(first.hmpg);
  }
  const larger = Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024 - PNG.length, 0xff)]);
  await update({ ...upload(larger, '髙﨑①～🏥.png'), hmpgFlag: '0' });
  const second = await open();
  expect(second).toMatchObject({ hmpgFlag: '1', hmpgFileName: '髙﨑①～🏥.png', hmpgFileSize: 2 * 1024 * 1024 });
  expect(second.hmpg).not.toBe(first.hmpg);
  await update({ hmpgFlag: '0' });
  expect(await open()).toMatchObject({ hmpg: '', hmpgFlag: '0', hmpgFileName: '', hmpgFileSize: 0 });
  expect((await top()).hmpg).toBe('');
});

test('what the specification does not name and a caller leaves out stays as it is', async () => {
  await update({ naiy: '年末の休診', ...upload(PNG) });
  const before = await open();
  const { naiy, jsmm, hkrl, hsdy, hsnm, ...spoken } = GOOD;
  const { body } = await service.post('/api/MasterWIRKN/Update', spoken, token);
  expect(body).toMatchObject({ errorCode: 0 });
  expect(await open()).toEqual({ ...before, version: body.version });
  await update({ naiy: '', jsmm: '', hkrl: '' });
  expect(await open()).toMatchObject({ naiy: '', jsmm: '', hkrl: '' });
});

test('the picture is served as it came, under its address only', async () => {
  await update(upload(PNG));
  const app = fastify();
  mountImages(app, service.running);
  const { hmpg } = await open();
  const served = await app.inject({ url: hmpg });
  expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/png']);
  expect(served.rawPayload.equals(PNG)).toBe(true);
  expect(served.headers['cache-control']).toContain('immutable');
  expect((await app.inject({ url: hmpg.replace('10000001', '10000002') })).statusCode).toBe(404);
  await app.close();
});

test('another institution changes its own only', async () => {
  await update({});
  const mine = await open();
  expect(await update({ ircd: '10000001', irnm: '乗っ取り' }, otherToken)).toMatchObject({
    status: 404,
    body: { errorCode: 16 },
  });
  const asked = await service.post('/api/MasterWIRKN/FirstDisplay', { ircd: '10000001' }, otherToken);
  expect(asked).toMatchObject({ status: 404, body: { errorCode: 16 } });
  expect((await update({ irnm: '別の施設' }, otherToken)).body.errorCode).toBe(0);
  expect([await open(), (await open(otherToken)).irnm]).toEqual([mine, '別の施設']);
});

test('without a token, or with a dead one, nothing is answered', async () => {
  for (const path of ['FirstDisplay', 'Update']) {
    for (const dead of [undefined, 'x'.repeat(43)]) {
      const answer = await service.post(`/api/MasterWIRKN/${path}`, GOOD, dead);
      expect(answer).toMatchObject({ status: 401, body: { errorCode: 15 } });
    }
  }
});
