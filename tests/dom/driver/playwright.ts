// Stands for '@playwright/test' in the journeys of tests/dom/, which speak its language and need no browser: each file has a service of
// its own with the demo, and each test a tab.
import { afterAll, beforeAll, describe, expect as vitestExpect, test as vitestTest } from 'vitest';
import { startDemoService } from '#tests/kit/demo-service.ts';
import { operate } from '#tests/kit/operate.ts';
import type { TestService } from '#tests/kit/service.ts';
import { openStaffBy, STAFF_PASSWORD } from '../../e2e/operate.ts';
import { expect } from './expect.ts';
import { Page, type Size } from './page.ts';

/** Another person at another machine. */
interface Context {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

interface Fixtures {
  page: Page;
  context: Context;
  browser: { newContext(): Promise<Context> };
}

type Journey = (fixtures: Fixtures) => Promise<void>;

let service: TestService | undefined;

/** Once for each file: it is asked for where the file is read. */
let openedFor: string | undefined;
function openService(): void {
  const file = expect.getState().testPath;
  if (openedFor === file) return;
  openedFor = file;
  viewport = undefined;
  before = [];
  beforeAll(async () => {
    service = await startDemoService();
    openStaffBy(openStaff(service));
  });
  afterAll(async () => {
    await service?.close();
    service = undefined;
    openedFor = undefined;
  });
}

/** There is no service of an address of its own to set an account up at. */
function openStaff({ db, connection }: TestService) {
  const { user, host, port, database } = connection as Record<string, string>;
  const DATABASE_URL = `postgres://${user}@${encodeURIComponent(host ?? '')}:${port}/${database}`;
  const env = { DATABASE_URL, PUBLIC_URL: 'http://kenshin.test', DEMO: '1' };
  return async (userId: string, ...args: string[]) => {
    const { code, err } = await operate([...args, '--ask-password'], env, STAFF_PASSWORD);
    if (code !== 0) throw new Error(err);
    await db.updateTable('administrators').set({ must_change_password: false }).where('user_id', '=', userId).execute();
  };
}

let viewport: Size | undefined;
let before: Journey[] = [];

const run = (title: string, journey: Journey): void => {
  openService();
  const size = viewport;
  const first = before;
  vitestTest(title, async () => {
    const pages: Page[] = [];
    const newPage = async () => {
      const page = new Page(service as TestService, size);
      pages.push(page);
      return page;
    };
    const context = { newPage, close: async () => {} };
    try {
      const fixtures = { page: await newPage(), context, browser: { newContext: async () => context } };
      for (const each of [...first, journey]) await each(fixtures);
      vitestExpect(pages.flatMap(({ faults }) => faults)).toEqual([]);
    } finally {
      for (const page of pages) await page.close();
    }
  });
};

/** Of the file that is being read, as is what comes before each of its journeys. */
function use(options: { viewport?: Size }): void {
  openService();
  viewport = options.viewport;
}

function beforeEach(act: Journey): void {
  openService();
  before = [...before, act];
}

const step = (_title: string, act: () => Promise<void>) => act();

export const test = Object.assign(run, { describe, beforeAll, afterAll, beforeEach, step, use });
export { expect, Page };
