// What to call the device that somebody logs in with: in our words, of what its browser says about itself.

/** The first that fits: browsers name those that they are made of, or want to be taken for, too. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|OPX|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:\bChrome|\bHeadlessChrome|\bCriOS|\bChromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const UNKNOWN = '不明な端末';
/** Nobody's browser says more about itself; what does is not read to its end. */
const MOST = 1000;

/** Windows の Chrome. Nothing of the header's own text is kept, so that nobody can leave a text of theirs in a list. */
export function nameDevice(userAgent = ''): string {
  const shortened = userAgent.slice(0, MOST);
  const find = (kinds: typeof BROWSERS) => kinds.find(([pattern]) => pattern.test(shortened))?.[1];
  const [system, browser] = [find(SYSTEMS), find(BROWSERS)];
  if (system && browser) return `${system} の ${browser}`;
  if (system) return `${system} のブラウザ`;
  return browser ?? UNKNOWN;
}
