// Pictures are checked by what is in them.
import { expect, test } from 'vitest';
import { checkPicture } from './picture.ts';

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)));

const png = (width: number, height: number) =>
  bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', high32(width), high32(height), [8, 6, 0, 0, 0]);
const high32 = (number: number) => [number >>> 24, (number >> 16) & 255, (number >> 8) & 255, number & 255];
const high16 = (number: number) => [number >> 8, number & 255];

/** With a comment and a table before the frame, as cameras write them. */
const jpeg = (width: number, height: number, frame = 0xc2) =>
  bytes(
    [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xff, 0xc4, 0, 3, 0],
    [0xff, frame, 0, 11, 8, ...high16(height), ...high16(width)],
  );

const riff = (...chunk: (string | number[])[]) => bytes('RIFF', [0, 0, 0, 0], 'WEBP', ...chunk);
const lossy = riff('VP8 ', [0, 0, 0, 0], [0, 0, 0], '\x9d\x01\x2a', [0x40, 0x06, 0x20, 0x03]);
const lossless = riff('VP8L', [0, 0, 0, 0], '\x2f', [0x3f, 0xc6, 0xc7, 0x00]);
const extended = riff('VP8X', [10, 0, 0, 0], [0, 0, 0, 0], [0x3f, 0x06, 0], [0x1f, 0x03, 0]);

test.each([
  ['PNG', png(1600, 800), 'image/png'],
  ['JPEG', jpeg(1600, 800), 'image/jpeg'],
  ['JPEG, baseline', jpeg(1600, 800, 0xc0), 'image/jpeg'],
  ['WebP, lossy', lossy, 'image/webp'],
  ['WebP, lossless', lossless, 'image/webp'],
  ['WebP, extended', extended, 'image/webp'],
])('%s is recognised by its content', (_name, content, type) => {
  expect(checkPicture(content)).toEqual({ type });
});

const NO_PICTURE = '背景画像はPNG・JPEG・WebPの画像ファイルを選んでください。';
const ODD_SIZE = '背景画像は縦横それぞれ10,000ピクセル以内、合計5,000万画素以内のものを選んでください。';

test.each([
  ['nothing', bytes(), NO_PICTURE],
  ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), NO_PICTURE],
  ['HTML', bytes('<!doctype html><script>alert(1)</script>'), NO_PICTURE],
  ['GIF', bytes('GIF89a', [1, 0, 1, 0]), NO_PICTURE],
  ['PDF', bytes('%PDF-1.7'), NO_PICTURE],
  ['a PNG cut short', png(16, 16).slice(0, 15), NO_PICTURE],
  ['a PNG without a width', png(0, 16), NO_PICTURE],
  ['a JPEG without a frame', jpeg(16, 16).slice(0, 14), NO_PICTURE],
  ['a JPEG with garbage for segments', bytes([0xff, 0xd8, 0xff], 'garbage garbage'), NO_PICTURE],
  ['another RIFF', riff('WAVE', [0, 0, 0, 0]), NO_PICTURE],
  ['a PNG too wide', png(10_001, 1), ODD_SIZE],
  ['a PNG that unpacks to too much', png(9000, 9000), ODD_SIZE],
  [
    'a file beyond 2 MiB',
    Uint8Array.from([...png(16, 16), ...new Uint8Array(2 * 1024 * 1024)]),
    '背景画像は2MB以内のファイルを選んでください。',
  ],
])('%s is refused', (_name, content, problem) => {
  expect(checkPicture(content)).toEqual({ problem });
});

test('exactly 2 MiB is not too much', () => {
  const content = new Uint8Array(2 * 1024 * 1024);
  content.set(png(16, 16));
  expect(checkPicture(content)).toEqual({ type: 'image/png' });
});
