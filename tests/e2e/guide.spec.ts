// The staff guide: from the ？ of a screen to its chapter, while the form keeps what was typed; and for whoever is not logged in.
import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expectNoSidewaysScroll, logInToOffice, openMaster, PHONE } from './kit.ts';

test('Given any office screen, when ？ is pressed, then the guide opens at that screen and the form keeps what was typed', async ({
  page,
  context,
}) => {
  await logInToOffice(page);
  await openMaster(page, '予約枠マスタ');
  await page.getByRole('link', { name: '新規登録' }).click();
  await page.getByLabel('名称').fill('胃内視鏡');

  const help = page.getByRole('link', { name: 'この画面の説明' });
  const { width, height } = (await help.boundingBox()) ?? { width: 0, height: 0 };
  expect([Math.round(width), Math.round(height)]).toEqual([24, 24]);
  const [guide] = await Promise.all([context.waitForEvent('page'), help.click()]);
  await expect(guide).toHaveURL(/\/guide\/frames\.html#masterwwakuregister$/);
  await expect(guide.getByRole('heading', { name: '予約枠の登録・編集' })).toBeInViewport();
  await expectAccessible(guide);

  await expect(page).toHaveURL(/MasterWWAKURegister$/);
  await expect(page.getByLabel('名称')).toHaveValue('胃内視鏡');
});

test('Given nobody logged in, when a guide page is opened, then it shows, and leads to every chapter', async ({
  page,
}) => {
  await page.goto('/guide/index.html');
  await expectAccessible(page);
  const chapters = page.getByRole('navigation', { name: '使い方の章' });
  await chapters.getByRole('link', { name: '一日の流れ' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '一日の流れ' })).toBeVisible();
  await expect(chapters.getByRole('link', { name: '一日の流れ' })).toHaveAttribute('aria-current', 'page');

  await page.setViewportSize(PHONE);
  for (const topic of ['index', 'desk', 'courses', 'examinee']) {
    await page.goto(`/guide/${topic}.html`);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
});

test('Given the top page, when its quiet link is pressed, then examinees read how to book', async ({
  page,
  context,
}) => {
  await page.goto('/CommonTop/demo');
  const link = page.getByRole('link', { name: 'ご予約の方法（はじめての方へ）' });
  const [guide] = await Promise.all([context.waitForEvent('page'), link.click()]);
  await expect(guide.getByRole('heading', { level: 1, name: 'ご予約の方法' })).toBeVisible();
  await expect(guide.getByRole('heading', { name: 'パスワードを忘れたとき' })).toBeVisible();
  await expect(guide.getByRole('link', { name: 'もくじ' })).toHaveCount(0);
});
