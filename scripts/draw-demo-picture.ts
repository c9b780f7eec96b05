// Draws the demo institution's picture, the morning sea from a hill, into src/app/demo/picture.webp. Run by hand when it should change.
import { writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { seededRandom } from '../src/app/demo/random.ts';
import { ensureChromium } from './chromium.ts';

const TARGET = new URL('../src/app/demo/picture.webp', import.meta.url);
const WIDTH = 2400;
const HEIGHT = 940;
const HORIZON = 520;
const QUALITY = 0.82;

const { next: random } = seededRandom(20_261_115);
const between = (low: number, high: number) => low + (high - low) * random();
const points = (list: readonly (readonly [number, number])[]) =>
  list.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');

/** A ridge as a sum of waves, the finer the lower. */
function ridge(height: number, rise: number, waves: number, fill: string, lean: (x: number) => number): string {
  const phases = Array.from({ length: 4 }, () => between(0, Math.PI * 2));
  const line: [number, number][] = [];
  for (let x = -20; x <= WIDTH + 20; x += 12) {
    const swing = phases.reduce(
      (sum, phase, n) => sum + Math.sin((x / WIDTH) * Math.PI * waves * 1.9 ** n + phase) / 2.1 ** n,
      0,
    );
    line.push([x, height - rise * (0.5 + swing / 3) - lean(x)]);
  }
  return `<polygon points="${points([[-20, HEIGHT + 20], ...line, [WIDTH + 20, HEIGHT + 20]])}" fill="${fill}"/>`;
}

/** The sun's path on the water: short strokes, wider and rarer towards the shore. */
function glitter(sunX: number): string {
  return Array.from({ length: 240 }, () => {
    const depth = random() ** 1.7;
    const y = HORIZON + 4 + depth * 300;
    const x = sunX + (random() + random() - 1) * (60 + depth * 420);
    const length = between(8, 26) * (0.6 + depth * 3);
    const opacity = (0.75 - depth * 0.5) * between(0.4, 1);
    return `<rect x="${(x - length / 2).toFixed(1)}" y="${y.toFixed(1)}" width="${length.toFixed(1)}" height="${(1.2 + depth * 3).toFixed(1)}" rx="2" fill="#fff6dd" opacity="${opacity.toFixed(2)}"/>`;
  }).join('');
}

function cloud(x: number, y: number, width: number, opacity: number): string {
  const puffs = Array.from({ length: 9 }, (_, n) => {
    const at = n / 8;
    const size = width * 0.11 * (0.5 + Math.sin(at * Math.PI) * between(0.7, 1.1));
    return `<ellipse cx="${(x + (at - 0.5) * width).toFixed(0)}" cy="${(y - size * 0.25).toFixed(0)}" rx="${(size * 1.9).toFixed(0)}" ry="${(size * 0.34).toFixed(0)}"/>`;
  });
  return `<g fill="#fffaf0" opacity="${opacity}" filter="url(#soft)">${puffs.join('')}</g>`;
}

/** One blade of grass, from its foot to a tip that the wind bends. */
function blade(x: number, foot: number): string {
  const height = between(60, 170);
  const bend = between(10, 70);
  const half = between(2.5, 5);
  const tip = `${(x + bend).toFixed(1)} ${(foot - height).toFixed(1)}`;
  const middle = (side: number) => `${(x + bend * 0.25 + side).toFixed(1)} ${(foot - height * 0.55).toFixed(1)}`;
  return `<path d="M${(x - half).toFixed(1)} ${foot} Q${middle(-half)} ${tip} Q${middle(half)} ${(x + half).toFixed(1)} ${foot}Z" fill="hsl(${between(150, 172).toFixed(0)} ${between(22, 34).toFixed(0)}% ${between(24, 40).toFixed(0)}%)"/>`;
}

const gradient = (id: string, stops: readonly (readonly [number, string])[]) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops
    .map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`)
    .join('')}</linearGradient>`;

const SUN = { x: 1530, y: 396 };

const lighthouse = `
  <g transform="translate(430 414)">
    <polygon points="-13,126 13,126 9,22 -9,22" fill="#fbf7ec"/>
    <polygon points="2,126 13,126 9,22 2,22" fill="#e0dccf"/>
    <rect x="-12" y="15" width="24" height="7" rx="2" fill="#4d767a"/>
    <rect x="-7" y="0" width="14" height="15" fill="#fff3cf"/>
    <path d="M-10 1 Q0 -15 10 1Z" fill="#4d767a"/>
  </g>`;

const sail = (x: number, y: number, size: number) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><path d="M0 0 L0 -34 L20 -4Z M-3 -2 L-3 -26 L-15 -3Z" fill="#fffdf6"/><path d="M-18 1 L24 1 L17 7 L-11 7Z" fill="#5f8388"/></g>`;

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
  <defs>
    ${gradient('sky', [
      [0, '#a9cfd6'],
      [0.45, '#d5e6e2'],
      [0.8, '#f8ecd2'],
      [1, '#fbe3c0'],
    ])}
    ${gradient('sea', [
      [0, '#bcd9d6'],
      [0.3, '#8fbfc3'],
      [1, '#4f939c'],
    ])}
    ${gradient('near', [
      [0, '#7fa78f'],
      [1, '#3f6f63'],
    ])}
    <radialGradient id="glow"><stop offset="0" stop-color="#fff8e2"/><stop offset="0.12" stop-color="#fff3d2" stop-opacity="0.9"/><stop offset="1" stop-color="#fdecc4" stop-opacity="0"/></radialGradient>
    <filter id="soft" x="-20%" y="-200%" width="140%" height="500%"><feGaussianBlur stdDeviation="9"/></filter>
    <filter id="haze" x="-5%" y="-20%" width="110%" height="140%"><feGaussianBlur stdDeviation="1.6"/></filter>
  </defs>
  <rect width="${WIDTH}" height="${HORIZON + 2}" fill="url(#sky)"/>
  <circle cx="${SUN.x}" cy="${SUN.y}" r="620" fill="url(#glow)"/>
  <circle cx="${SUN.x}" cy="${SUN.y}" r="46" fill="#fffdf4"/>
  ${cloud(620, 210, 620, 0.75)}${cloud(1130, 300, 420, 0.6)}${cloud(2060, 180, 640, 0.7)}${cloud(1840, 330, 360, 0.5)}
  <g filter="url(#haze)">
    <clipPath id="above"><rect width="${WIDTH}" height="${HORIZON}"/></clipPath>
    <g clip-path="url(#above)">
      ${ridge(HORIZON + 18, 92, 2.6, '#b7d0cf', (x) => 70 * Math.exp(-(((x - 2250) / 620) ** 2)) - 56)}
      ${ridge(HORIZON + 26, 70, 3.4, '#98bdbd', (x) => 112 * Math.exp(-(((x - 2420) / 360) ** 2)) - 62)}
    </g>
  </g>
  <rect y="${HORIZON}" width="${WIDTH}" height="${HEIGHT - HORIZON}" fill="url(#sea)"/>
  ${glitter(SUN.x)}
  ${sail(1205, 560, 1.15)}${sail(1316, 538, 0.62)}${sail(1846, 552, 0.9)}
  ${lighthouse}
  ${ridge(HORIZON + 230, 60, 2.1, '#8fb4a2', (x) => 240 * Math.exp(-(((x - 380) / 400) ** 2)) - 60)}
  ${ridge(HORIZON + 330, 70, 1.7, 'url(#near)', (x) => 170 * Math.exp(-(((x + 60) / 560) ** 2)) + 120 * Math.exp(-(((x - 2480) / 520) ** 2)) - 40)}
  ${Array.from({ length: 420 }, () => blade(between(-40, WIDTH + 10), HEIGHT + 40)).join('')}
</svg>`;

const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage();
const address = await page.evaluate(
  async ({ svg, width, height, quality }) => {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', quality);
  },
  { svg, width: WIDTH, height: HEIGHT, quality: QUALITY },
);
await browser.close();
writeFileSync(TARGET, Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'));
console.log(`wrote ${TARGET.pathname}`);
