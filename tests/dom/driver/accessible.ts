// Stands for tests/e2e/accessible.ts: axe, for what can be told without a picture. Colours and sizes are looked at in the journeys with a browser.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page as BrowserPage } from '@playwright/test';
import { expect } from 'vitest';
import type { Page } from './page.ts';

const axe = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const NEEDS_PICTURE = ['color-contrast', 'target-size', 'scrollable-region-focusable'];

export async function expectAccessible(page: Page | BrowserPage): Promise<void> {
  const tab = page as Page;
  await tab.locator('h1').first().waitFor();
  if (!(await tab.evaluate('typeof axe === "object"'))) await tab.evaluate(axe);
  const rules = Object.fromEntries(NEEDS_PICTURE.map((rule) => [rule, { enabled: false }]));
  const options = { runOnly: TAGS, rules, resultTypes: ['violations'], preload: false, elementRef: false };
  const { violations } = (await tab.call('(options) => axe.run(document, options)', options)) as {
    violations: { id: string; nodes: { target: unknown[] }[] }[];
  };
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`)).toEqual([]);
}
