// Judges a picture by its content, in the browser before it is sent and on the server before it is kept.

export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
type PictureType = (typeof PICTURE_TYPES)[number];

const MAX_BYTES = 2 * 1024 * 1024;
/** More than any screen shows, and little enough for a phone to unpack. */
const MAX_SIDE = 10_000;
const MAX_PIXELS = 50_000_000;

const TOO_LARGE = '背景画像は2MB以内のファイルを選んでください。';
const NO_PICTURE = '背景画像はPNG・JPEG・WebPの画像ファイルを選んでください。';
const ODD_SIZE = '背景画像は縦横それぞれ10,000ピクセル以内、合計5,000万画素以内のものを選んでください。';

type PictureCheck = { type: PictureType; problem?: undefined } | { problem: string };

export function checkPicture(bytes: Uint8Array): PictureCheck {
  if (bytes.length > MAX_BYTES) return { problem: TOO_LARGE };
  const header = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
  if (!header || header.width === 0 || header.height === 0) return { problem: NO_PICTURE };
  const { type, width, height } = header;
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) return { problem: ODD_SIZE };
  return { type };
}

interface Header {
  type: PictureType;
  width: number;
  height: number;
}

// Bytes beyond the end read as 0, so that a header cut short has no size.
const at = (bytes: Uint8Array, index: number) => bytes[index] ?? 0;
const high16 = (bytes: Uint8Array, index: number) => at(bytes, index) * 0x100 + at(bytes, index + 1);
const high32 = (bytes: Uint8Array, index: number) => high16(bytes, index) * 0x10000 + high16(bytes, index + 2);
const low16 = (bytes: Uint8Array, index: number) => at(bytes, index) + at(bytes, index + 1) * 0x100;
const low24 = (bytes: Uint8Array, index: number) => low16(bytes, index) + at(bytes, index + 2) * 0x10000;
const reads = (bytes: Uint8Array, index: number, text: string) =>
  [...text].every((character, offset) => at(bytes, index + offset) === character.charCodeAt(0));

function readPng(bytes: Uint8Array): Header | null {
  if (!reads(bytes, 0, '\x89PNG\r\n\x1a\n') || !reads(bytes, 12, 'IHDR')) return null;
  return { type: 'image/png', width: high32(bytes, 16), height: high32(bytes, 20) };
}

/** A JPEG is a row of segments; its size stands in the one that begins a frame. */
function readJpeg(bytes: Uint8Array): Header | null {
  if (!reads(bytes, 0, '\xff\xd8\xff')) return null;
  for (let index = 2; index < bytes.length; ) {
    const marker = at(bytes, index + 1);
    if (at(bytes, index) !== 0xff) return null;
    const beginsFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (beginsFrame) return { type: 'image/jpeg', height: high16(bytes, index + 5), width: high16(bytes, index + 7) };
    index += marker === 0xff ? 1 : 2 + Math.max(2, high16(bytes, index + 2));
  }
  return null;
}

function readWebp(bytes: Uint8Array): Header | null {
  if (!reads(bytes, 0, 'RIFF') || !reads(bytes, 8, 'WEBP')) return null;
  const type = 'image/webp';
  if (reads(bytes, 12, 'VP8X')) return { type, width: low24(bytes, 24) + 1, height: low24(bytes, 27) + 1 };
  if (reads(bytes, 12, 'VP8L') && at(bytes, 20) === 0x2f) {
    // Two numbers of 14 bits, each one less than what it means.
    const width = low16(bytes, 21) & 0x3fff;
    const height = (low24(bytes, 22) >> 6) & 0x3fff;
    return { type, width: width + 1, height: height + 1 };
  }
  if (reads(bytes, 12, 'VP8 ') && reads(bytes, 23, '\x9d\x01\x2a')) {
    return { type, width: low16(bytes, 26) & 0x3fff, height: low16(bytes, 28) & 0x3fff };
  }
  return null;
}
