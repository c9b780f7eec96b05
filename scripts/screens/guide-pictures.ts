// The pictures of the staff guide: scaled to the width of its text, as WebP, which the browser that took them writes.
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import { MANIFEST, type Manifest, PICTURES } from './manifest.ts';
import type { Shot } from './shots.ts';
import { hashOf } from './sources.ts';

/** The guide's text is no wider; a phone's picture stays as it is. */
const WIDEST = 900;
const QUALITY = 0.82;

export async function openGuidePictures(browser: Browser) {
  const page = await browser.newPage();
  const pictures: Manifest['pictures'] = {};

  async function keep(shot: Shot, picture: Buffer): Promise<void> {
    const made = await page.evaluate(
      async ({ bytes, widest, quality }) => {
        const image = new Image();
        image.src = `data:image/png;base64,${bytes}`;
        await image.decode();
        const scale = Math.min(1, widest / image.width);
        const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
        const brush = canvas.getContext('2d');
        if (!brush) throw new Error('nothing to draw with');
        brush.imageSmoothingQuality = 'high';
        brush.drawImage(image, 0, 0, canvas.width, canvas.height);
        const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
        const text = [...new Uint8Array(await blob.arrayBuffer())].map((byte) => String.fromCharCode(byte)).join('');
        return { width: canvas.width, height: canvas.height, bytes: btoa(text) };
      },
      { bytes: picture.toString('base64'), widest: WIDEST, quality: QUALITY },
    );
    writeFileSync(`${PICTURES}/${shot.name}.webp`, Buffer.from(made.bytes, 'base64'));
    const { width, height } = made;
    pictures[shot.name] = { route: shot.route, width, height, sources: hashOf(shot.route) };
  }

  /** What was not taken this time goes: no page may show a screen that is gone. */
  function finish(): void {
    const names = Object.keys(pictures).sort();
    const sorted: Manifest = { pictures: Object.fromEntries(names.map((name) => [name, pictures[name]!])) };
    writeFileSync(MANIFEST, `${JSON.stringify(sorted, null, 2)}\n`);
    for (const file of readdirSync(PICTURES)) {
      if (file.endsWith('.webp') && !(file.replace('.webp', '') in pictures)) rmSync(`${PICTURES}/${file}`);
    }
  }
  return { keep, finish };
}
