// Options are changed on the day: what a colleague, a full frame and a lost answer make of it, and who is offered it.
import { expect, type Page, test } from '@playwright/test';
import { type Amendable, findAmendable } from '../e2e/amendable.ts';
import { ask, closeDialog, dialog, goBackOpenDays, heading, logInToOffice, receptionDay } from '../e2e/kit.ts';

/** The reception of a day some open days ago, and somebody of it who is not another test's. */
async function openDay(page: Page, skip: number): Promise<Amendable> {
  await page.goto('/Reception');
  await expect(heading(page, '当日受付')).toBeVisible();
  await goBackOpenDays(page, 5);
  return findAmendable(page, (await receptionDay(page).innerText()).slice(0, 10), skip);
}

const row = (page: Page, { option }: Amendable) =>
  dialog(page)
    .first()
    .getByRole('checkbox', { name: new RegExp(`^${option.name}`) });

/** Ticks what is not booked yet. */
async function tick(page: Page, person: Amendable): Promise<void> {
  await page
    .getByRole('button', { name: `${person.name} 様のオプションを変更` })
    .first()
    .click();
  const box = dialog(page).first();
  await expect(box.getByText('変更の内容')).toBeVisible();
  const fold = box.getByRole('button', { name: new RegExp(`^${person.option.group}`) });
  if ((await fold.count()) > 0) await fold.click();
  await row(page, person).check();
}

const save = (page: Page) =>
  dialog(page)
    .first()
    .getByRole('button', { name: /^変更する/ });

test('what a colleague has saved meanwhile is reported, what was ticked stands, and can then be saved', async ({
  page,
}) => {
  await logInToOffice(page);
  const person = await openDay(page, 0);
  await tick(page, person);
  await ask(page, 'Desk/SaveMemo', { ukno: String(person.number), stmm: '車いす' });
  await save(page).click();
  await expect(page.getByRole('dialog', { name: '変更できません' })).toContainText('ほかの利用者が先に更新しました。');
  await closeDialog(page);
  await expect(row(page, person)).toBeChecked();
  await expect(save(page)).toBeEnabled();
  await save(page).click();
  await expect(page.getByRole('status').first()).toContainText('オプションを変更しました。');
});

test('a lost answer is asked about, and what was sent twice is done once', async ({ page }) => {
  await logInToOffice(page);
  const person = await openDay(page, 1);
  await tick(page, person);
  await page.route(
    '**/api/Desk/Amend',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await save(page).click();
  await expect(dialog(page).last()).toContainText('二重に変更されることはありません。');
  await dialog(page).last().getByRole('button', { name: 'もう一度送信する' }).click();
  await expect(page.getByRole('status').first()).toContainText('オプションを変更しました。');
  const { historyList } = await ask(page, 'MasterWIGA1Detail/FirstDisplay', { ukno: String(person.number) });
  const amended = historyList.filter(({ text }: { text: string }) => text.startsWith('オプションを変更：'));
  expect(amended).toHaveLength(1);
});

test('a full frame is raised by 管理者 after a list of it; 受付 can’t choose it; 閲覧 is offered nothing', async ({
  page,
}) => {
  await logInToOffice(page);
  const person = await openDay(page, 2);
  /** As if the frame of that option were full. */
  const fill = (canRaise: string) =>
    page.route('**/api/Desk/AmendFirstDisplay', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      for (const { opbr, listOpItems } of body.listOpClass) {
        for (const item of listOpItems) {
          if (opbr !== person.option.opbr || item.opcd !== person.option.opcd) continue;
          Object.assign(item, { left: 0, state: 'full', waku: '9999' });
        }
      }
      const day = { date: body.reserveDate, tmzn: 'ZZ', wakuTmzn: 'ZZ', krkb: '1', ccd1: '1' };
      body.frameList = [{ ...day, waku: '9999', wknm: '満員の枠', cnt1: 4, takenCount: 4, quantity: 1 }];
      await route.fulfill({ json: { ...body, canRaise } });
    });
  await fill('1');
  await tick(page, person);
  await expect(dialog(page).first()).toContainText('満・増やす');
  await expect(dialog(page).first()).toContainText('枠 4 → 5（増やします）');
  await save(page).click();
  const list = page.getByRole('dialog', { name: '枠を増やして変更' });
  await expect(list).toContainText('満員の枠を1つ増やして変更します。');
  await expect(list).toContainText('枠数 4 → 5');
  await expect(list.getByRole('button', { name: '枠を増やして変更する' })).toBeVisible();
  await list.getByRole('button', { name: 'キャンセル' }).click();
  await expect(row(page, person)).toBeChecked();

  // Who may not raise it can't choose it.
  await page.unroute('**/api/Desk/AmendFirstDisplay');
  await fill('0');
  await page.reload();
  await page
    .getByRole('button', { name: `${person.name} 様のオプションを変更` })
    .first()
    .click();
  const box = dialog(page).first();
  await expect(box.getByText('変更の内容')).toBeVisible();
  const fold = box.getByRole('button', { name: new RegExp(`^${person.option.group}`) });
  if ((await fold.count()) > 0) await fold.click();
  await expect(row(page, person)).toBeDisabled();

  await page.evaluate(() => {
    const office = JSON.parse(sessionStorage.getItem('office') ?? '{}');
    sessionStorage.setItem('office', JSON.stringify({ ...office, role: 'viewer' }));
  });
  await page.reload();
  await expect(page.getByRole('link', { name: String(person.number) })).toBeVisible();
  await expect(page.getByRole('button', { name: /のオプションを変更$/ })).toHaveCount(0);
});

test('two of a group that is of one choice by now can each be dropped, and none be added beside them', async ({
  page,
}) => {
  await logInToOffice(page);
  const { number } = await openDay(page, 3);
  let title = '';
  // As if two had been booked while any number could be.
  await page.route('**/api/Desk/AmendFirstDisplay', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    for (const group of body.listOpClass) {
      for (const item of group.listOpItems) Object.assign(item, { isBooked: '0' });
    }
    const group = body.listOpClass.find(({ listOpItems }: { listOpItems: unknown[] }) => listOpItems.length > 2);
    Object.assign(group, { trkb: '1' });
    title = group.brnm;
    for (const item of group.listOpItems.slice(0, 2)) Object.assign(item, { isBooked: '1', isOffered: '1' });
    await route.fulfill({ json: body });
  });
  await page
    .getByRole('link', { name: String(number) })
    .first()
    .click();
  await page.getByRole('button', { name: 'オプションを変更' }).click();
  const box = dialog(page).first();
  await expect(box.getByText('1つだけにしてください')).toBeVisible();
  const group = box.getByRole('group', { name: new RegExp(title) });
  const boxes = group.getByRole('checkbox');
  await expect(boxes.nth(1)).toBeChecked();
  await expect(boxes.nth(2)).toBeDisabled();
  await boxes.nth(0).uncheck();
  const radios = group.getByRole('radio');
  await expect(radios.nth(1)).toBeChecked();
  await expect(radios.nth(2)).toBeEnabled();
  await expect(box.getByText('1つだけにしてください')).toHaveCount(0);
});
