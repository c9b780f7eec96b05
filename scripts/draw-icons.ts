// Draws the icons for home screens from public/icon.svg, on its colour to the edge, so that any mask fits. Run by hand when it changes.
import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { ensureChromium } from './chromium.ts';

const PUBLIC = new URL('../public/', import.meta.url);
const CROSS = /<path d="[^"]+" fill="#fff"\/>/.exec(readFileSync(new URL('icon.svg', PUBLIC), 'utf8'))?.[0];
const SIZES = [180, 192, 512];

const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage();
for (const size of SIZES) {
  await page.setViewportSize({ width: size, height: size });
  // Within the middle four fifths, which every mask leaves.
  await page.setContent(
    `<style>*{margin:0}</style><svg width="${size}" height="${size}" viewBox="0 0 24 24" style="display:block">
     <rect width="24" height="24" fill="#006173"/>${CROSS}</svg>`,
  );
  await page.screenshot({ path: new URL(`icon-${size}.png`, PUBLIC).pathname });
}
await browser.close();
