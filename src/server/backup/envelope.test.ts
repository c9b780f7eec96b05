// A backup's outside: it opens with its passphrase alone, and whatever is changed, cut off or put behind is noticed.
import { beforeAll, describe, expect, test } from 'vitest';
import { DamagedBackup, type Envelope, makeEnvelope, openEnvelope, seal, unseal, WrongPassphrase } from './envelope.ts';

const PASSPHRASE = '正しい passphrase 2026';
const CONTENT = Buffer.from('健診びより '.repeat(40_000));

async function* piecesOf(bytes: Buffer, size = 1000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}

const never = () => Promise.reject(new Error('nobody asks for a passphrase'));

describe.each([
  ['encrypted', PASSPHRASE],
  ['plain', null],
])('%s', (_, passphrase) => {
  let envelope: Envelope;
  let file: Buffer;
  let small: Buffer;
  beforeAll(async () => {
    envelope = await makeEnvelope(passphrase);
    file = await collect(seal(envelope, piecesOf(CONTENT)));
    small = await collect(seal(envelope, piecesOf(CONTENT.subarray(0, 200))));
  });

  const read = (bytes: Buffer, size?: number) => collect(unseal(envelope, piecesOf(bytes, size)));

  test('gives back what was put in, in whatever pieces it comes, and hides it only if it is encrypted', async () => {
    const opened = await openEnvelope(file.subarray(0, 64), async () => passphrase ?? never());
    expect(opened).toEqual(envelope);
    expect((await read(file)).equals(CONTENT)).toBe(true);
    expect((await read(file, 7)).equals(CONTENT)).toBe(true);
    expect(file.includes('健診びより')).toBe(passphrase === null);
    expect((await read(await collect(seal(envelope, piecesOf(Buffer.alloc(0)))))).length).toBe(0);
  });

  test('every single byte counts', async () => {
    for (let at = 0; at < small.length; at++) {
      const bent = Buffer.from(small);
      bent.writeUInt8((small[at] ?? 0) ^ (1 << (at % 8)), at);
      await expect(read(bent), `byte ${at}`).rejects.toThrow(DamagedBackup);
    }
  });

  test('so does the end, wherever it is cut off, and nothing may stand behind it', async () => {
    for (let length = 0; length < small.length; length++) {
      await expect(read(small.subarray(0, length)), `${length} bytes`).rejects.toThrow(DamagedBackup);
    }
    // At the end of a chunk, which by itself is whole.
    const first = 64 + 4 + 256 * 1024 + 16;
    await expect(read(file.subarray(0, first))).rejects.toThrow('end is missing');
    await expect(read(Buffer.concat([small, Buffer.from('x')]))).rejects.toThrow('behind its end');
  });

  test('chunks are taken in their order and from their file only', async () => {
    const size = 4 + 256 * 1024 + 16;
    const chunk = (n: number) => file.subarray(64 + n * size, 64 + (n + 1) * size);
    expect(file.length).toBeGreaterThan(64 + 2 * size);
    const swapped = Buffer.concat([file.subarray(0, 64), chunk(1), chunk(0), file.subarray(64 + 2 * size)]);
    await expect(read(swapped)).rejects.toThrow(DamagedBackup);
    const other = await makeEnvelope(passphrase);
    const theirs = await collect(seal(other, piecesOf(CONTENT)));
    await expect(read(Buffer.concat([file.subarray(0, 64), theirs.subarray(64)]))).rejects.toThrow(DamagedBackup);
  });

  test('a head that is damaged is distinguished from a wrong passphrase', async () => {
    const head = Buffer.from(file.subarray(0, 64));
    head.writeUInt8((head[20] ?? 0) ^ 1, 20);
    await expect(openEnvelope(head, never)).rejects.toThrow('head is damaged');
    await expect(openEnvelope(Buffer.from('PK something else'), never)).rejects.toThrow('no backup');
    if (passphrase === null) return;
    await expect(openEnvelope(file.subarray(0, 64), async () => 'another passphrase')).rejects.toThrow(WrongPassphrase);
  });
});

test('no two backups of one passphrase share a key', async () => {
  const [first, second] = [await makeEnvelope(PASSPHRASE), await makeEnvelope(PASSPHRASE)];
  expect(first.key?.equals(second.key ?? Buffer.alloc(0))).toBe(false);
});
