// Pictures of what people read when the network is lost under their hands. Each begins with the network there.
import type { Page } from '@playwright/test';
import { closeDialogs, dialogShown, go, press, pressTo, type Shot } from './shots.ts';

const STATE = 'network lost';

/** Does what needs the server, without one. */
async function withoutNetwork(page: Page, act: () => Promise<unknown>): Promise<void> {
  await page.context().setOffline(true);
  await act();
  await dialogShown(page);
}

async function withNetwork(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await closeDialogs(page);
}

export const offlineOfficeShots: readonly Shot[] = [
  {
    name: 'status-offline',
    route: '/AdminReserveStatusCheck',
    state: STATE,
    async open(page) {
      await go('/AdminReserveStatusCheck')(page);
      await withoutNetwork(page, () => press(page, '最新にする'));
    },
  },
  {
    name: 'institution-offline',
    route: '/MasterWIRKNUpdate',
    state: `${STATE} while saving`,
    async open(page) {
      await withNetwork(page);
      await go('/MasterWIRKNUpdate')(page);
      await page.getByLabel('電話受付時間').fill('平日8:30〜17:00');
      await page.keyboard.press('Control+Enter');
      await dialogShown(page);
      await page.context().setOffline(true);
      await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
      await page
        .getByRole('dialog')
        .getByText(/通信|接続|ネットワーク/)
        .first()
        .waitFor();
    },
  },
];

export const offlineGuestShots: readonly Shot[] = [
  {
    name: 'course-offline',
    route: '/CommonSelectCourse',
    state: STATE,
    async open(page) {
      await go('/CommonTop/demo')(page);
      await pressTo(page, /^個人で予約する/, /CommonSelectCourse$/);
      const course = page.getByRole('article', { name: '一日人間ドック' });
      await course.getByRole('button', { name: 'このコースを選ぶ' }).click();
      await page.getByLabel('生年月日（年）').selectOption('1974');
      await page.getByLabel('生年月日（月）').selectOption('6');
      await page.getByLabel('生年月日（日）').selectOption('12');
      await page.getByLabel('女性').check();
      await withoutNetwork(page, () => press(page, 'オプションを選ぶ'));
    },
  },
  {
    name: 'examinee-login-offline',
    route: '/CommonLogin/:routeParam',
    state: STATE,
    async open(page) {
      await withNetwork(page);
      await go('/CommonLogin/demo')(page);
      await page
        .getByRole('textbox', { name: /^メールアドレス/ })
        .first()
        .fill('hanako@example.jp');
      await page.getByRole('textbox', { name: 'パスワード' }).fill('Biyori#2026');
      await withoutNetwork(page, () => press(page, 'マイページにログイン'));
    },
  },
];
