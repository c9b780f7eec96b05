// Stands for '@playwright/test' in the journeys of tests/dom/, which speak its language and need no browser: each file has a service of
// its own with the demo, and each test a tab.
import { afterAll, beforeAll, describe, expect as vitestExpect, test as vitestTest } from 'vitest';
import { startDemoService } from '#tests/kit/demo-service.ts';
import type { TestService } from '#tests/kit/service.ts';
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
    // For the operator's commands (tests/e2e/operate.ts).
    const { user, host, port, database } = service.connection as Record<string, string>;
    process.env.JOURNEY_DATABASE = `postgres://${user}@${encodeURIComponent(host ?? '')}:${port}/${database}`;
  });
  afterAll(async () => {
    await service?.close();
    service = undefined;
    openedFor = undefined;
    delete process.env.JOURNEY_DATABASE;
  });
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
