// Pictures of the examinees' side: a guest's way from the top page to the number, and what an account holder sees.
import type { Page } from '@playwright/test';
import { closeDialogs, dialogShown, go, press, pressTo, type Shot, settle } from './shots.ts';

const TOP = '/CommonTop/demo';
const LOGIN = '/CommonLogin/demo';

async function chooseBirthDate(page: Page): Promise<void> {
  await page.getByLabel('生年月日（年）').selectOption('1974');
  await page.getByLabel('生年月日（月）').selectOption('6');
  await page.getByLabel('生年月日（日）').selectOption('12');
}

/** Says yes to what is asked, with the button that stands last, and waits for the page at the end. */
async function agree(page: Page, path: RegExp): Promise<void> {
  await dialogShown(page);
  await page.getByRole('dialog').getByRole('button').last().click();
  await page.waitForURL(path);
  await settle(page);
}

async function fillPerson(page: Page): Promise<void> {
  const write = (name: string, text: string) =>
    page.getByRole('textbox', { name: new RegExp(`^${name}( ?必須)?$`) }).fill(text);
  const mail = `screens-${Date.now()}@example.jp`;
  await write('姓', '健診');
  await write('名', '桜');
  await write('セイ', 'ケンシン');
  await write('メイ', 'サクラ');
  await write('郵便番号（前3桁）', '100-0001');
  await press(page, '住所検索');
  await page.getByText('郵便番号から住所を入力しました').waitFor();
  await write('番地・建物名', '千代田1-1');
  await page.getByRole('textbox', { name: '電話番号' }).fill('090-0000-1234');
  await page
    .getByRole('textbox', { name: /^メールアドレス(?!（)/ })
    .first()
    .fill(mail);
  await page.getByRole('textbox', { name: '確認用' }).fill(mail);
  await page.getByRole('checkbox', { name: '同意する' }).check();
}

/** As somebody who comes by the top page, without an account. */
export const guestShots: readonly Shot[] = [
  { name: 'top', route: '/CommonTop/:routeParam', open: go(TOP), guide: 844 },
  {
    name: 'insurance',
    route: '/CommonNewHealthInsurance',
    open: (page) => pressTo(page, /^健康保険・お勤め先の健診で予約する/, /CommonNewHealthInsurance$/),
  },
  {
    name: 'insurance-error',
    route: '/CommonNewHealthInsurance',
    state: 'error',
    async open(page) {
      await press(page, /^コースを選ぶ/);
      await dialogShown(page);
    },
  },
  {
    name: 'course',
    route: '/CommonSelectCourse',
    async open(page) {
      await closeDialogs(page);
      await go(TOP)(page);
      await pressTo(page, /^個人で予約する/, /CommonSelectCourse$/);
    },
    guide: 844,
  },
  {
    name: 'option',
    route: '/CommonSelectOption',
    async open(page) {
      const course = page.getByRole('article', { name: '一日人間ドック' });
      await course.getByRole('button', { name: 'このコースを選ぶ' }).click();
      await chooseBirthDate(page);
      await page.getByLabel('女性').check();
      await pressTo(page, 'オプションを選ぶ', /CommonSelectOption$/);
    },
    guide: 844,
  },
  {
    name: 'calendar',
    route: '/CommonSelectCalender',
    open: (page) => pressTo(page, '日程を選ぶ', /CommonSelectCalender$/),
    guide: 844,
  },
  {
    name: 'input',
    route: '/CommonInputReserveInfo',
    async open(page) {
      const day = page.getByRole('button', { name: /空きあり|お申し込みできます/ });
      await day.last().click();
      await page
        .getByRole('radio', { name: /^\d+:\d\d$/ })
        .first()
        .check();
      await pressTo(page, /情報入力へ/, /CommonInputReserveInfo$/);
    },
    guide: 844,
  },
  {
    name: 'input-error',
    route: '/CommonInputReserveInfo',
    state: 'error',
    async open(page) {
      await page.getByRole('checkbox', { name: '同意する' }).check();
      await press(page, '入力内容を確認する');
      await dialogShown(page);
    },
  },
  {
    name: 'confirm',
    route: '/CommonConfirmReserveInfo',
    async open(page) {
      await closeDialogs(page);
      await fillPerson(page);
      await pressTo(page, '入力内容を確認する', /CommonConfirmReserveInfo$/);
    },
    guide: 844,
  },
  {
    name: 'result',
    route: '/CommonReserveResult',
    async open(page) {
      await press(page, '予約する');
      await agree(page, /CommonReserveResult$/);
    },
    guide: 844,
  },
  { name: 'examinee-login', route: '/CommonLogin/:routeParam', open: go(LOGIN), guide: 844 },
  {
    name: 'examinee-login-error',
    route: '/CommonLogin/:routeParam',
    state: 'error',
    async open(page) {
      await press(page, 'マイページにログイン');
      await dialogShown(page);
    },
  },
  {
    name: 'forgotten',
    route: '/CommonForgetPassword',
    async open(page) {
      await closeDialogs(page);
      await go(LOGIN)(page);
      await pressTo(page, /パスワード.*(忘れ|再発行)/, /CommonForgetPassword$/);
    },
    guide: 844,
  },
  {
    name: 'reissued',
    route: '/CommonForgetPassword2',
    async open(page) {
      await page.getByRole('textbox', { name: /^メールアドレス/ }).fill('hanako@example.jp');
      await chooseBirthDate(page);
      await press(page, '再発行する');
      await agree(page, /CommonForgetPassword2$/);
    },
  },
  { name: 'improper', route: '/UtilityError', open: go('/UtilityError') },
  {
    name: 'unsubscribe-broken',
    route: '/CommonUnsubscribe/:routeParam/:key',
    open: go(`/CommonUnsubscribe/demo/${'k'.repeat(40)}`),
  },
  { name: 'verify-broken', route: '/CommonVerifyMail/:routeParam', open: go('/CommonVerifyMail/demo#broken') },
  { name: 'not-found', route: '*', open: go('/NoSuchPage') },
];

/** As the demo's examinee, who has logged in. */
export const accountShots: readonly Shot[] = [
  { name: 'my-page', route: '/CommonMyPage', open: go('/CommonMyPage'), guide: 844 },
  {
    name: 'detail',
    route: '/CommonReserveDetail',
    open: (page) => pressTo(page, /詳細/, /CommonReserveDetail$/),
  },
  {
    name: 'cancel',
    route: '/CommonConfirmCancel',
    async open(page) {
      await go('/CommonMyPage')(page);
      await pressTo(page, /キャンセル/, /CommonConfirmCancel$/);
    },
    guide: 844,
  },
  {
    name: 'cancel-ask',
    route: '/CommonConfirmCancel',
    state: 'dialog',
    async open(page) {
      await press(page, /キャンセルする/);
      await dialogShown(page);
    },
  },
  {
    name: 'cancelled',
    route: '/CommonConfirmCancel2',
    async open(page) {
      await agree(page, /CommonConfirmCancel2$/);
    },
  },
  { name: 'change-password', route: '/CommonChangePassword', open: go('/CommonChangePassword') },
  {
    name: 'change-password-error',
    route: '/CommonChangePassword',
    state: 'error',
    async open(page) {
      await press(page, /^(設定|変更)する$/);
      await dialogShown(page);
    },
  },
  {
    name: 'password-changed',
    route: '/CommonChangePassword2',
    async open(page) {
      await closeDialogs(page);
      const [now, next, again] = await page.getByRole('textbox', { name: /パスワード/ }).all();
      await now?.fill('Biyori#2026');
      await next?.fill('Hotarubi#20261');
      await again?.fill('Hotarubi#20261');
      await press(page, '設定する');
      await agree(page, /CommonChangePassword2$/);
    },
  },
];
