// What we print is read back by a decoder that is not ours.
import jsqr from 'jsqr';
import { expect, test } from 'vitest';
import { qrCodeOf } from './qr-code.tsx';

/** Its types speak of another kind of module than the one it is. */
const decode = jsqr as unknown as typeof jsqr.default;

const QUIET = 4;
const SCALE = 6;

/** The code as a camera would see it, black on white. */
function photograph(code: ReturnType<typeof qrCodeOf>) {
  const side = (code.size + 2 * QUIET) * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (!code.get(Math.floor(x / SCALE) - QUIET, Math.floor(y / SCALE) - QUIET)) continue;
      pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  }
  return { pixels, side };
}

function read(code: ReturnType<typeof qrCodeOf>) {
  const { pixels, side } = photograph(code);
  return decode(pixels, side, side)?.data;
}

test('given a slip, when its QR is read by a decoder, then it gives 100048251 and nothing else, in 21 modules', () => {
  const code = qrCodeOf('100048251', true);
  expect(code.size).toBe(21);
  expect(read(code)).toBe('100048251');
});

test.each(['100000001', '999999999', '123456789'])('%s is read back', (number) => {
  expect(read(qrCodeOf(number, true))).toBe(number);
});

test('a code with a stain over a corner of its data is still read', () => {
  const { pixels, side } = photograph(qrCodeOf('100048251', true));
  const from = Math.floor((QUIET + 17) * SCALE);
  for (let y = from; y < from + 2 * SCALE; y++)
    for (let x = from; x < from + 2 * SCALE; x++) pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
  expect(decode(pixels, side, side)?.data).toBe('100048251');
});

test('an address is read back too', () => {
  const address = 'otpauth://totp/kenshin?secret=JBSWY3DPEHPK3PXP&issuer=kenshin';
  expect(read(qrCodeOf(address))).toBe(address);
});
