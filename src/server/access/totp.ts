// One-time codes of authenticator apps: TOTP by RFC 6238 with what all apps speak, SHA-1, six digits, half a minute.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
/** Clocks of telephones are not quite right, and typing takes a while: one step either side. */
const EITHER_SIDE = 1;

export const makeTotpSecret = () => randomBytes(20);

export const stepAt = (now: Date) => Math.floor(now.getTime() / STEP_MS);

/** RFC 4226, 5.3: four bytes from where the last half byte says, without their sign. */
export function codeAt(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const from = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(from) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

export function findStep(secret: Buffer, code: string, now: Date): number | null {
  const given = Buffer.from(code);
  const middle = stepAt(now);
  let found: number | null = null;
  for (let step = middle - EITHER_SIDE; step <= middle + EITHER_SIDE; step++) {
    const right = Buffer.from(codeAt(secret, step));
    if (right.length === given.length && timingSafeEqual(right, given)) found = step;
  }
  return found;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without padding, as apps want it typed. */
export function writeBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

export function otpauthUrl(secret: Buffer, issuer: string, userId: string): string {
  const query = [`secret=${writeBase32(secret)}`, `issuer=${encodeURIComponent(issuer)}`];
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(userId)}?${query.join('&')}`;
}
