// What staff do: log in, find a reservation and edit it, save a CSV file, type prices and a month's capacity.
import assert from 'node:assert/strict';
import iconv from 'iconv-lite';
import type { Journey, Walk } from './journey.ts';
import { button, columnHeader, dialog, field, h1, h2, link, navigation, type Page, region, row, text } from './page.ts';

/** No holiday falls on their first Tuesdays. */
const MONTHS = [6, 7, 9, 10];
const NEXT_YEAR = new Date().getFullYear() + 1;

async function logIn(page: Page): Promise<void> {
  await page.goTo('/AdminLogin');
  await page.fill(field('ユーザーID'), 'demo0001');
  await page.fill(field('パスワード'), 'Biyori#2026');
  await page.look('office-log-in');
  await page.click(button('ログイン'));
  await page.see(h1('予約状況照会'));
}

async function openFromMenu(page: Page, menu: string, entry: string): Promise<void> {
  await page.click(button(menu));
  await page.click(link(entry, { within: navigation(menu) }));
  await page.see(h1(entry));
}

/** The extraction, with one reservation in it. */
async function extract(page: Page, number: number): Promise<void> {
  await logIn(page);
  await openFromMenu(page, '予約管理', '受診者抽出');
  await page.see(text(/^表示 /));
  await page.look('extraction');
  await page.click(button('条件をクリア'));
  await page.fill(field('予約番号'), String(number));
  await page.click(button(/^検索/));
  await page.see(row(null, { holding: String(number) }));
}

async function save(page: Page): Promise<void> {
  await page.click(button(/^更新/));
  await page.see(dialog(null, { holding: '更新しますか？' }));
  await page.click(button('OK'));
  await page.see(text('更新しました。'));
}

const editReservation: Journey = {
  name: 'office: find and edit a reservation',
  async walk({ page, bookGuest, isPhone }) {
    const { number } = await bookGuest();
    await extract(page, number);
    const visitDate = columnHeader(/^受診日/);
    if (!isPhone) {
      await page.click(button(null, { within: visitDate }));
      await page.see(visitDate, ({ sort }) => sort === 'ascending', 'to be sorted by');
    }
    await page.look('found');
    await page.click(link(new RegExp(`^詳細（${number} `)));
    await page.see(h1('予約内容の確認・変更'));
    await page.look('reservation');
    await page.fill(field('患者番号'), '１２号');
    await page.click(button(/^更新/));
    await page.see(dialog(null, { holding: '患者番号は半角英数字とハイフンで入力してください。' }));
    await page.click(button('閉じる'));
    await page.fill(field('患者番号'), '12-345');
    await page.choose(field('予約状況'), '予約確認済');
    await page.click(button(/^更新/));
    await page.see(dialog(null, { holding: '予約状況を変更します。' }));
    await page.click(button('OK'));
    await page.see(text('予約状況の変更が完了しました。'));
    await page.look('reservation-done');
    await page.goTo(`/WIGA1Detail?ukno=${number}`);
    await page.shows(field('患者番号'), '12-345');
    await page.see(region('履歴', { holding: '新規未確認 → 予約確認済' }));
  },
};

const saveCsv: Journey = {
  name: 'office: a CSV file in CP932',
  async walk({ page, bookGuest, ask, saved, turn }) {
    const { number } = await bookGuest({ nam1: '𠮷田髙﨑', nam2: '①Ⅱ' });
    const name = `書き出し ${turn}`;
    const codes = ['0001', '0106'];
    await ask('CSVPatternDetail/Register', {
      ptcd: '000',
      ptnm: name,
      dffg: '0',
      recordNumbers: codes.map((_, index) => index + 1),
      zkkbs: codes.map(() => '1'),
      zkcds: codes,
      opbrs: codes.map(() => ''),
      opcds: codes.map(() => ''),
    });
    await extract(page, number);
    await page.see(text('表示中の 1 件を出力'));
    const bar = region('CSV出力');
    await page.choose(field('CSVパターン', { within: bar }), name);
    await page.click(button('CSV出力', { within: bar }));
    await page.see(dialog(null, { holding: 'ダウンロードしてもよろしいでしょうか。' }));
    await page.click(button('OK'));
    await page.see(dialog(null, { holding: 'ダウンロード完了しました。' }));
    const file = await saved();
    assert.match(file.name, new RegExp(`^汐見の丘健診センター_${name}_\\d{8}_\\d{6}\\.csv$`));
    assert.equal(iconv.decode(file.bytes, 'cp932'), `予約番号,氏名\r\n${number},〓田髙﨑　①Ⅱ\r\n`);
    await page.look('csv-done');
    await page.click(button('閉じる'));
    await page.see(row(null, { holding: '済' }));
  },
};

/** A client with one course, which no other journey meets. */
async function makeCourse({ ask, turn }: Walk): Promise<string> {
  const jgnm = `料金健保 ${turn}`;
  const codes = { ksfg: '2', ksmm: '0', ksdd: '0', vsbl: '1', caln: '1', gest: '1', mnsn: '0', kshj: '1' };
  await ask('MasterWJGYO/Register', { jgnm, ...codes, remd: '0', jksd: '0' });
  const { listJGYO } = await ask('MasterWJGYO/List', {});
  const { JGCD: jgcd } = listJGYO.find(({ JGNM }: { JGNM: string }) => JGNM === jgnm);
  const from = { stdyYear: '2026', stdyMonth: '4', stdyDate: '1' };
  const to = { eddyYear: '2027', eddyMonth: '3', eddyDate: '31' };
  await ask('MasterWIRKS/Register', { jgcd, nend: '2026', ...from, ...to, ksnm: '人間ドック', upok: '0' });
  return jgnm;
}

const typePrices: Journey = {
  name: 'office: prices of a course',
  async walk(walk) {
    const { page } = walk;
    const client = await makeCourse(walk);
    const cell = (line: number, label: string) => field(`${line}行目 ${label}`);
    await logIn(page);
    await openFromMenu(page, 'マスタ管理', 'コースマスタ');
    await page.choose(field('クライアント'), client);
    await page.click(button('検索'));
    await page.see(link('料金（人間ドック 2026年度）'));
    await page.look('course-list');
    await page.click(link('料金（人間ドック 2026年度）'));
    await page.see(h1('料金の設定'));
    const address = await page.run(() => location.pathname + location.search);
    for (const line of [1, 2]) {
      await page.click(button('行を追加'));
      await page.see(cell(line, '合計金額'));
    }
    await page.fill(cell(1, '年齢範囲開始'), '35');
    await page.fill(cell(1, '年齢範囲終了'), '３９歳');
    await page.fill(cell(1, '合計金額'), '１８，０００');
    // Enter goes down, and what was typed is put in order.
    await page.press('Enter');
    await page.see(cell(2, '合計金額'), ({ isFocused }) => isFocused, 'to have the focus');
    await page.type('22000');
    await page.shows(cell(1, '合計金額'), '18000');
    await page.fill(cell(2, '年齢範囲開始'), '40');
    await page.fill(cell(2, '年齢範囲終了'), '74');
    await page.see(text('変更 2 行・未保存'));
    await page.look('prices');
    await save(page);
    await page.goTo(address);
    await page.shows(cell(1, '年齢範囲終了'), '39');
    await page.shows(cell(2, '合計金額'), '22000');
  },
};

const typeCapacity: Journey = {
  name: 'office: capacity of a month',
  async walk({ page, turn }) {
    const month = MONTHS[turn % MONTHS.length] ?? 0;
    // The first Tuesday; the next one gets the same.
    const first = 1 + ((2 - new Date(NEXT_YEAR, month - 1, 1).getDay() + 7) % 7);
    const on = (day: number) => [NEXT_YEAR, month, day].map((part) => String(part).padStart(2, '0')).join('/');
    const cell = (day: number, time: string) => field(new RegExp(`^${on(day)} ${time}の枠数、`));
    const open = async () => {
      await openFromMenu(page, 'マスタ管理', '予約枠数マスタ');
      await page.choose(field('予約枠'), '胃内視鏡');
      await page.choose(field('年'), `${NEXT_YEAR}年`);
      await page.choose(field('月'), `${month}月`);
      await page.click(button('表示'));
      await page.see(h2(`${NEXT_YEAR}年${month}月`));
    };
    await logIn(page);
    await open();
    await page.fill(cell(first, '8:30'), '5');
    await page.press('Enter');
    await page.see(cell(first, '9:00'), ({ isFocused }) => isFocused, 'to have the focus');
    await page.type('６');
    await page.click(button(`${on(first)}の枠数を同じ曜日へコピー`));
    await page.shows(cell(first + 7, '8:30'), '5');
    await page.look('capacity');
    await save(page);
    await page.goTo('/AdminReserveStatusCheck');
    await page.see(h1('予約状況照会'));
    await page.look('status');
    await open();
    await page.shows(cell(first + 7, '9:00'), '6');
  },
};

export const officeJourneys = [editReservation, saveCsv, typePrices, typeCapacity];
