// Pictures of an institution that was opened a moment ago: screens with nothing in them, then with texts as long as they may be.
import type { Page } from '@playwright/test';
import { STAFF_PASSWORD } from '#tests/e2e/operate.ts';
import { closeDialogs, go, press, type Shot, settle } from './shots.ts';

export const NEWCOMER = {
  code: '99990001',
  route: 'screens',
  user: 'screen01',
  reception: 'screen02',
  password: STAFF_PASSWORD,
};

const LISTS = {
  WJGYO: 'clients',
  WIRKS: 'courses',
  WKKMM: 'exam-items',
  WOPBR: 'option-groups',
  WOPKM: 'option-items',
  WWAKU: 'frames',
  WTMZN: 'time-slots',
  WMAIL: 'mail',
} as const;

const emptyLists: Shot[] = Object.entries(LISTS).map(([code, name]) => ({
  name: `${name}-empty`,
  route: `/Master${code}List`,
  state: 'empty',
  open: go(`/Master${code}List`),
}));

const LONG =
  '健康診断と人間ドックをまとめて受けられる特別な受付窓口の名称はたいへん長く、折り返しても読めることを確かめるためのものです。'
    .repeat(2)
    .slice(0, 100);

/** Registers what a form asks for first, and leads to its list. */
const registerLong = (base: string, label: RegExp, more?: (page: Page) => Promise<void>) => async (page: Page) => {
  await go(`${base}List`)(page);
  await press(page, /新規登録/);
  await settle(page);
  await page.getByRole('textbox', { name: label }).first().fill(LONG);
  await more?.(page);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await page.waitForURL(/RegisterDone/);
  await go(`${base}List`)(page);
};

export const newcomerShots: readonly Shot[] = [
  { name: 'status-new', route: '/AdminReserveStatusCheck', state: 'empty', open: go('/AdminReserveStatusCheck') },
  { name: 'first-day-new', route: '/FirstDay', state: 'empty', open: go('/FirstDay'), guide: 1000 },
  { name: 'extraction-new', route: '/WIGA1', state: 'empty', open: go('/WIGA1') },
  { name: 'reception-new', route: '/Reception', state: 'empty', open: go('/Reception') },
  { name: 'desk-booking-new', route: '/DeskBooking', state: 'empty', open: go('/DeskBooking') },
  { name: 'notice-list-new', route: '/NoticeList', state: 'empty', open: go('/NoticeList') },
  { name: 'csv-list-new', route: '/CSVPatternList', state: 'empty', open: go('/CSVPatternList') },
  { name: 'institution-new', route: '/MasterWIRKNUpdate', state: 'empty', open: go('/MasterWIRKNUpdate') },
  { name: 'capacity-new', route: '/MasterWWKKR', state: 'empty', open: go('/MasterWWKKR') },
  { name: 'capacity-bulk-new', route: '/MasterWWKKRBulk', state: 'empty', open: go('/MasterWWKKRBulk') },
  ...emptyLists,
  {
    name: 'frames-long',
    route: '/MasterWWAKUList',
    state: 'long text',
    open: registerLong('/MasterWWAKU', /名称|枠名/),
  },
  {
    name: 'clients-long',
    route: '/MasterWJGYOList',
    state: 'long text',
    open: registerLong('/MasterWJGYO', /名称|クライアント名/),
  },
  {
    name: 'exam-items-long',
    route: '/MasterWKKMMList',
    state: 'long text',
    open: registerLong('/MasterWKKMM', /名称/, (page) => page.getByRole('textbox', { name: /並び/ }).fill('1')),
  },
  {
    name: 'top-new',
    route: '/CommonTop/:routeParam',
    state: 'not open',
    async open(page) {
      await closeDialogs(page);
      await go(`/CommonTop/${NEWCOMER.route}`)(page);
    },
  },
];
