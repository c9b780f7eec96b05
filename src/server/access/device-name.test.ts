import { expect, test } from 'vitest';
import { nameDevice } from './staff-sessions.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const PAD = 'Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)';
const CHROMEBOOK = 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${WINDOWS} Chrome/142.0.0.0 Safari/537.36`, 'Windows の Chrome'],
  [`${WINDOWS} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'Windows の Edge'],
  [`${WINDOWS} Chrome/142.0.0.0 Safari/537.36 OPR/124.0.0.0`, 'Windows の Opera'],
  [`${WINDOWS} HeadlessChrome/142.0.0.0 Safari/537.36`, 'Windows の Chrome'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Windows の Firefox'],
  [`${MAC} Version/26.0 Safari/605.1.15`, 'Mac の Safari'],
  [`${PHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 'iPhone の Safari'],
  [`${PHONE} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`, 'iPhone の Chrome'],
  [`${PHONE} EdgiOS/142.0.0.0 Version/18.0 Mobile/15E148 Safari/604.1`, 'iPhone の Edge'],
  [`${PAD} Version/12.1 Mobile/15E148 Safari/604.1`, 'iPad の Safari'],
  [`${ANDROID} Chrome/142.0.0.0 Mobile Safari/537.36`, 'Android の Chrome'],
  [`${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 'Android の Samsung Internet'],
  [`${CHROMEBOOK} Chrome/142.0.0.0 Safari/537.36`, 'Chromebook の Chrome'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Linux の Firefox'],
  ['Windows', 'Windows のブラウザ'],
  ['Firefox/1', 'Firefox'],
  ['curl/8.7.1', '不明な端末'],
  ['<b>call 0120-000-000</b>', '不明な端末'],
  [`${'x'.repeat(5000)} Windows Chrome/1`, '不明な端末'],
  ['', '不明な端末'],
])('%s is %s', (userAgent, name) => {
  expect(nameDevice(userAgent)).toBe(name);
  expect(name.length).toBeLessThanOrEqual(60);
});

test('a browser that says nothing has a name, too', () => {
  expect(nameDevice(undefined)).toBe('不明な端末');
});
