// Pictures of the masters: list, edit, registration, what a blank form is told, and the pages at the end.
import type { Page } from '@playwright/test';
import { closeDialogs, dialogShown, go, goDone, press, pressTo, type Shot, settle } from './shots.ts';

interface MasterShots {
  name: string;
  base: string;
  /** How one gets to the list, where an address does not do. */
  list?: (page: Page) => Promise<void>;
}

function master({ name, base, list = go(`${base}List`) }: MasterShots): Shot[] {
  return [
    { name: `${name}-list`, route: `${base}List`, open: list, guide: 560 },
    {
      name: `${name}-detail`,
      route: `${base}Detail`,
      open: (page) => pressTo(page, /^詳細/, new RegExp(`${base}Detail$`)),
      guide: 800,
    },
    { name: `${name}-updated`, route: `${base}DetailUpdate`, open: goDone(`${base}DetailUpdate`) },
    {
      name: `${name}-register`,
      route: `${base}Register`,
      async open(page) {
        await list(page);
        await pressTo(page, /新規登録/, new RegExp(`${base}Register$`));
      },
    },
    {
      name: `${name}-register-error`,
      route: `${base}Register`,
      state: 'error',
      async open(page) {
        await page.keyboard.press('Control+Enter');
        await dialogShown(page);
      },
    },
    {
      name: `${name}-registered`,
      route: `${base}RegisterDone`,
      async open(page) {
        await closeDialogs(page);
        await goDone(`${base}RegisterDone`)(page);
      },
    },
  ];
}

/** The categories of a client that has some: the second, since the first are the individuals. */
async function openCategories(page: Page): Promise<void> {
  await go('/MasterWJGYOList')(page);
  await page.getByRole('link', { name: /^詳細/ }).nth(1).click();
  await settle(page);
  await pressTo(page, /対象者区分/, /MasterWHFKBList$/);
}

/** The society's courses have rows by category. */
async function openCourses(page: Page): Promise<void> {
  await go('/MasterWIRKSList')(page);
  await page.getByRole('combobox').first().selectOption({ index: 1 });
  await press(page, /^(検索|表示)/);
  await settle(page);
}

const ofCourse = (name: string, route: string, tab: string): Shot => ({
  name,
  route,
  async open(page) {
    await openCourses(page);
    await pressTo(page, /^詳細/, /MasterWIRKSDetail$/);
    await page.getByRole('navigation', { name: 'コースの設定' }).getByRole('link', { name: tab }).click();
    await page.waitForURL(({ pathname }) => pathname === route);
    await settle(page);
  },
  guide: 900,
});

export const masterShots: readonly Shot[] = [
  { name: 'institution', route: '/MasterWIRKNUpdate', open: go('/MasterWIRKNUpdate'), guide: 1200 },
  { name: 'institution-done', route: '/MasterWIRKNUpdateDone', open: goDone('/MasterWIRKNUpdateDone') },
  { name: 'closed-days', route: '/MasterWCALM', open: go('/MasterWCALM'), guide: 900 },
  { name: 'closed-days-bulk', route: '/MasterWCALMBulk', open: go('/MasterWCALMBulk'), guide: 700 },
  ...master({ name: 'clients', base: '/MasterWJGYO' }),
  ...master({ name: 'categories', base: '/MasterWHFKB', list: openCategories }),
  { name: 'courses-list', route: '/MasterWIRKSList', open: openCourses, guide: 600 },
  {
    name: 'courses-detail',
    route: '/MasterWIRKSDetail',
    open: (page) => pressTo(page, /^詳細/, /MasterWIRKSDetail$/),
    guide: 1000,
  },
  { name: 'courses-updated', route: '/MasterWIRKSDetailUpdate', open: goDone('/MasterWIRKSDetailUpdate') },
  {
    name: 'courses-register',
    route: '/MasterWIRKSRegister',
    async open(page) {
      await openCourses(page);
      await pressTo(page, /新規登録/, /MasterWIRKSRegister$/);
    },
  },
  {
    name: 'courses-register-error',
    route: '/MasterWIRKSRegister',
    state: 'error',
    async open(page) {
      await page.keyboard.press('Control+Enter');
      await dialogShown(page);
    },
  },
  {
    name: 'courses-registered',
    route: '/MasterWIRKSRegisterDone',
    async open(page) {
      await closeDialogs(page);
      await goDone('/MasterWIRKSRegisterDone')(page);
    },
  },
  ofCourse('course-items', '/MasterWIRKM', '検査項目'),
  ofCourse('course-frames', '/MasterWKSWK', '予約枠'),
  ofCourse('course-prices', '/MasterWRKKS', '料金'),
  ofCourse('course-options', '/MasterWRKOP', 'オプション'),
  {
    name: 'course-copy',
    route: '/MasterWIRKSCopy',
    async open(page) {
      await openCourses(page);
      await pressTo(page, /^コピー/, /MasterWIRKSCopy$/);
    },
    guide: 900,
  },
  {
    name: 'fiscal-year',
    route: '/MasterWIRKSBulk',
    async open(page) {
      await openCourses(page);
      await pressTo(page, /年度更新/, /MasterWIRKSBulk$/);
    },
    guide: 700,
  },
  ...master({ name: 'exam-items', base: '/MasterWKKMM' }),
  ...master({ name: 'option-groups', base: '/MasterWOPBR' }),
  ...master({ name: 'option-items', base: '/MasterWOPKM' }),
  ...master({ name: 'frames', base: '/MasterWWAKU' }),
  ...master({ name: 'time-slots', base: '/MasterWTMZN' }),
  { name: 'capacity', route: '/MasterWWKKR', open: go('/MasterWWKKR'), guide: 1000 },
  { name: 'capacity-bulk', route: '/MasterWWKKRBulk', open: go('/MasterWWKKRBulk'), guide: 900 },
  {
    name: 'capacity-bulk-error',
    route: '/MasterWWKKRBulk',
    state: 'error',
    async open(page) {
      await press(page, /^登録/);
      await dialogShown(page);
    },
  },
  ...master({ name: 'mail', base: '/MasterWMAIL', list: go('/MasterWMAILList') }),
];
