// Pictures of the staff's errands: the day's work, one's own account and what managers run.
import type { Page } from '@playwright/test';
import { today } from '#domain/calendar/clock.ts';
import { addDays } from '#domain/calendar/plain-date.ts';
import { closeDialogs, dialogShown, go, goDone, press, pressTo, type Shot, settle } from './shots.ts';

const search = async (page: Page, text: string) => {
  await page.getByRole('searchbox', { name: '受診者検索' }).fill(text);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/Find$|WIGA1Detail\?/);
  await settle(page);
};

/** A booking as it stands on the telephone: the person, a course, a day with room or without. */
async function fillDeskBooking(page: Page, state: 'open' | 'full'): Promise<void> {
  const field = (name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}`) });
  await field('カナ セイ').fill('ミナト');
  await field('メイ').fill('サクラ');
  await field('姓').fill('港');
  await field('名').fill('さくら');
  await field('生年月日').fill('1974/3/8');
  await page.getByRole('radio', { name: '女性' }).check();
  await field('電話番号').fill('090-0000-1234');
  await page.getByRole('radio', { name: /一日人間ドック/ }).check();
  await page.getByRole('button', { name: '次の月' }).click();
  const day = page.locator(`button[data-state="${state}"]`).first();
  await day.waitFor();
  await day.click();
  const times = page.getByRole('region', { name: /の受付時間$/ });
  await times
    .getByRole('button', { name: state === 'open' ? /残り/ : /満/ })
    .first()
    .click();
}

async function openReservation(page: Page): Promise<void> {
  await go('/WIGA1')(page);
  await pressTo(page, /^詳細/, /WIGA1Detail$/);
}

export const officeShots: readonly Shot[] = [
  { name: 'status', route: '/AdminReserveStatusCheck', open: go('/AdminReserveStatusCheck'), guide: 900 },
  {
    name: 'menu',
    route: '/AdminReserveStatusCheck',
    state: 'menu',
    async open(page) {
      await press(page, '予約管理');
    },
    guide: 420,
  },
  { name: 'extraction', route: '/WIGA1', open: go('/WIGA1'), guide: 900 },
  {
    name: 'extraction-selected',
    route: '/WIGA1',
    state: 'selected rows',
    async open(page) {
      await go('/AdminReserveStatusCheck')(page);
      await pressTo(page, /^新規未確認/, /WIGA1$/);
      await press(page, /^未確認をすべて選択/);
    },
    guide: 800,
  },
  {
    name: 'extraction-confirm',
    route: '/WIGA1',
    state: 'dialog',
    async open(page) {
      await press(page, /一括確認/);
      await dialogShown(page);
    },
    guide: 800,
  },
  {
    name: 'extraction-move',
    route: '/WIGA1',
    state: 'moving many',
    async open(page) {
      await closeDialogs(page);
      await press(page, /^まとめて変更/);
      await press(page, '受診日を移す');
      await dialogShown(page);
      const [year = '', month = '', day = ''] = addDays(today(new Date()), 35).split('-');
      for (const [part, value] of Object.entries({ 年: year, 月: month, 日: day })) {
        await page.getByLabel(`受診日（${part}）`).selectOption(String(Number(value)));
      }
      await page.getByRole('radio', { name: '空いている早い時間から' }).check();
      await press(page, '確かめる');
      await settle(page);
    },
    guide: 900,
  },
  {
    name: 'reservation',
    route: '/WIGA1Detail',
    async open(page) {
      await closeDialogs(page);
      await openReservation(page);
    },
    guide: 1100,
  },
  {
    name: 'reservation-correct',
    route: '/WIGA1Detail',
    state: 'correction',
    open: (page) => press(page, '訂正する'),
    guide: 900,
  },
  {
    name: 'picker',
    route: '/WIGA1DetailCalender',
    async open(page) {
      await openReservation(page);
      await pressTo(page, /カレンダー/, /DetailCalender$/);
    },
    guide: 900,
  },
  { name: 'reservation-done', route: '/WIGA1Detail2', open: goDone('/WIGA1Detail2') },
  {
    name: 'find',
    route: '/Find',
    async open(page) {
      await go('/AdminReserveStatusCheck')(page);
      await search(page, 'さとう');
    },
    guide: 800,
  },
  { name: 'find-none', route: '/Find', state: 'empty', open: (page) => search(page, 'ヌヌヌヌ') },
  { name: 'desk-booking', route: '/DeskBooking', open: go('/DeskBooking') },
  {
    name: 'desk-booking-error',
    route: '/DeskBooking',
    state: 'error',
    async open(page) {
      await page.keyboard.press('Control+Enter');
      await dialogShown(page);
    },
  },
  {
    name: 'desk-booking-filled',
    route: '/DeskBooking',
    state: 'filled in',
    async open(page) {
      await closeDialogs(page);
      await go('/DeskBooking')(page);
      await fillDeskBooking(page, 'open');
      await settle(page);
    },
    guide: 800,
  },
  {
    name: 'desk-booking-done',
    route: '/DeskBooking',
    state: 'done',
    async open(page) {
      await page.keyboard.press('Control+Enter');
      await page
        .getByRole('dialog')
        .getByText(/予約しました。/)
        .waitFor();
    },
    guide: 800,
  },
  {
    name: 'slip',
    route: '/Slip',
    async open(page) {
      await pressTo(page, '受診票', /Slip$/);
    },
    guide: 1100,
  },
  {
    name: 'desk-booking-full',
    route: '/DeskBooking',
    state: 'full',
    async open(page) {
      await go('/DeskBooking')(page);
      await fillDeskBooking(page, 'full');
      await page.keyboard.press('Control+Enter');
      await dialogShown(page);
    },
  },
  {
    name: 'reception',
    route: '/Reception',
    async open(page) {
      await closeDialogs(page);
      await go('/Reception')(page);
    },
    guide: 900,
  },
  {
    name: 'reception-print',
    route: '/Reception',
    state: 'print list',
    async open(page) {
      await press(page, /一覧を印刷/);
      await settle(page);
    },
  },
  {
    name: 'amend',
    route: '/Reception',
    state: 'options',
    async open(page) {
      await go('/Reception')(page);
      await page
        .getByRole('button', { name: /のオプションを変更$/ })
        .filter({ hasNotText: 'なし' })
        .first()
        .click();
      await dialogShown(page);
      await settle(page);
    },
    guide: 900,
  },
  {
    name: 'room-list',
    route: '/RoomList',
    async open(page) {
      await go('/RoomList')(page);
      const boxes = page.getByRole('region', { name: '検査' }).getByRole('checkbox');
      for (const at of [0, 1]) await boxes.nth(at).check();
      await settle(page);
    },
    guide: 800,
  },
  {
    name: 'sendings',
    route: '/Sending',
    async open(page) {
      await go('/Sending')(page);
      const boxes = page.getByRole('row').getByRole('checkbox');
      for (const at of [1, 2]) await boxes.nth(at).check();
      await settle(page);
    },
    guide: 800,
  },
  {
    name: 'labels',
    route: '/Label',
    async open(page) {
      await go('/RoomList')(page);
      await pressTo(page, /^ラベル（/, /Label$/);
    },
    guide: 800,
  },
  { name: 'notice-list', route: '/NoticeList', open: go('/NoticeList'), guide: 600 },
  {
    name: 'notice',
    route: '/Notice',
    async open(page) {
      await go('/WIGA1')(page);
      const boxes = page.getByRole('row').getByRole('checkbox');
      for (const at of [1, 2, 3]) await boxes.nth(at).check();
      await pressTo(page, '一斉連絡', /Notice$/);
    },
    guide: 900,
  },
  {
    name: 'notice-detail',
    route: '/NoticeDetail',
    async open(page) {
      await go('/NoticeList')(page);
      await page
        .getByRole('row')
        .nth(1)
        .getByRole('link')
        .or(page.getByRole('row').nth(1).getByRole('link'))
        .first()
        .click();
      await page.waitForURL(/NoticeDetail\?/, { timeout: 15_000 });
      await settle(page);
    },
    guide: 800,
  },
  { name: 'csv-list', route: '/CSVPatternList', open: go('/CSVPatternList'), guide: 500 },
  {
    name: 'csv-detail',
    route: '/CSVPatternDetail',
    open: (page) => pressTo(page, /^詳細/, /CSVPatternDetail$/),
    guide: 900,
  },
  {
    name: 'csv-new-error',
    route: '/CSVPatternDetail',
    state: 'error',
    async open(page) {
      await go('/CSVPatternList')(page);
      await pressTo(page, /新規/, /CSVPatternDetail$/);
      await press(page, /^(保存|登録)/);
      await dialogShown(page);
    },
  },
  { name: 'first-day', route: '/FirstDay', open: go('/FirstDay'), guide: 1000 },
  { name: 'first-day-qr', route: '/FirstDayQr', open: go('/FirstDayQr') },
  { name: 'staff-list', route: '/StaffList', open: go('/StaffList'), guide: 600 },
  { name: 'staff-new', route: '/StaffDetail', open: (page) => pressTo(page, /新規登録/, /StaffDetail$/), guide: 600 },
  {
    name: 'staff-new-error',
    route: '/StaffDetail',
    state: 'error',
    async open(page) {
      await page.keyboard.press('Control+Enter');
      await dialogShown(page);
    },
  },
  { name: 'account', route: '/StaffMe', open: go('/StaffMe'), guide: 900 },
  { name: 'access-log', route: '/AccessLog', open: go('/AccessLog'), guide: 800 },
  { name: 'privacy', route: '/Privacy', open: go('/Privacy'), guide: 800 },
  { name: 'privacy-done', route: '/PrivacyDone', open: goDone('/PrivacyDone') },
  { name: 'person-search', route: '/PersonData', open: go('/PersonData') },
  {
    name: 'person-found',
    route: '/PersonData',
    state: 'found',
    async open(page) {
      await go('/PersonData')(page);
      await page.getByLabel('メールアドレス').first().fill('hanako@example.jp');
      await press(page, /^検索/);
      await page
        .getByRole('link', { name: /を開く$/ })
        .first()
        .waitFor();
    },
    guide: 700,
  },
  {
    name: 'person',
    route: '/PersonDataDetail',
    open: (page) => pressTo(page, /を開く$/, /PersonDataDetail$/),
    guide: 900,
  },
  // Last, since the extraction keeps its conditions.
  {
    name: 'extraction-none',
    route: '/WIGA1',
    state: 'empty',
    async open(page) {
      await closeDialogs(page);
      await go('/WIGA1')(page);
      // It has kept the search for what waits.
      await press(page, '条件を変更');
      await page.getByLabel('予約番号', { exact: true }).first().fill('999999999');
      await press(page, /^検索/);
      await settle(page);
    },
  },
];
