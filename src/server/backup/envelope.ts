// The outside of a backup file: a head, and chunks that each prove that they are whole and in their place, encrypted or not
// (docs/backup-format.md).
import { createCipheriv, createDecipheriv, hash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { BadConfig, type Config } from '#server/config.ts';
import type { Service } from '#server/service.ts';

export class DamagedBackup extends Error {}
export class WrongPassphrase extends Error {}

const MAGIC = Buffer.from('KBBACKUP');
const FORMAT = 1;
const ZSTD = 1;
export const HEAD_BYTES = 64;
const TAG_BYTES = 16;
/** Of what is sealed at once; a reader takes no chunk that is longer. */
const CHUNK_BYTES = 256 * 1024;
const LAST = 0x8000_0000;
/** 64 MiB and a second or so for every guess. */
const COST = { log2: 16, blockSize: 8, parallel: 2 };
/** Nobody's head may ask for more than this. */
const MOST_LOG2 = 20;

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
const digest = (...parts: Buffer[]) => hash('sha256', Buffer.concat(parts), 'buffer').subarray(0, TAG_BYTES);

export interface Envelope {
  head: Buffer;
  key: Buffer | null;
}

async function deriveKey(passphrase: string, salt: Buffer, cost: typeof COST): Promise<{ key: Buffer; check: Buffer }> {
  const { log2, blockSize, parallel } = cost;
  const options = { N: 2 ** log2, r: blockSize, p: parallel, maxmem: 256 * 2 ** log2 * blockSize };
  // The same letters, however a keyboard has put them together.
  const bytes = await derive(passphrase.normalize('NFKC'), salt, 48, options);
  return { key: bytes.subarray(0, 32), check: bytes.subarray(32) };
}

/** For a new file; each gets a salt of its own, so no key is ever used for two, and no chunk fits into another. */
export async function makeEnvelope(passphrase: string | null): Promise<Envelope> {
  const salt = randomBytes(16);
  const derived = passphrase === null ? null : await deriveKey(passphrase, salt, COST);
  const { log2, blockSize, parallel } = derived ? COST : { log2: 0, blockSize: 0, parallel: 0 };
  const facts = Buffer.from([FORMAT, derived ? 1 : 0, ZSTD, log2, blockSize, parallel, 0, 0]);
  const fixed = Buffer.concat([MAGIC, facts, salt, derived?.check ?? Buffer.alloc(16)]);
  return { head: Buffer.concat([fixed, digest(fixed)]), key: derived?.key ?? null };
}

export const isEncrypted = (head: Buffer) => head[9] === 1;

export async function openEnvelope(head: Buffer, passphrase: () => Promise<string>): Promise<Envelope> {
  const fixed = head.subarray(0, HEAD_BYTES - TAG_BYTES);
  if (head.length < HEAD_BYTES || !head.subarray(0, 8).equals(MAGIC)) throw new DamagedBackup('This is no backup.');
  if (!digest(fixed).equals(head.subarray(HEAD_BYTES - TAG_BYTES))) throw new DamagedBackup('Its head is damaged.');
  const [format = 0, , compression = 0, log2 = 0, blockSize = 0, parallel = 0] = head.subarray(8);
  if (format !== FORMAT || compression !== ZSTD) {
    throw new DamagedBackup(`It is of format ${format}, which this program does not know: take a newer one.`);
  }
  if (!isEncrypted(head)) return { head, key: null };
  if (log2 > MOST_LOG2 || blockSize > 16 || parallel > 16) throw new DamagedBackup('Its head asks for too much.');
  const derived = await deriveKey(await passphrase(), head.subarray(16, 32), { log2, blockSize, parallel });
  if (!timingSafeEqual(derived.check, head.subarray(32, 48))) {
    throw new WrongPassphrase('The passphrase is not the one of this backup.');
  }
  return { head, key: derived.key };
}

/** Which chunk it is stands in the nonce; what it is of, and whether it is the last, is proved along with it. */
function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(index), 4);
  return nonce;
}

function sealChunk({ head, key }: Envelope, index: number, content: Buffer, isLast: boolean): Buffer {
  const word = Buffer.alloc(4);
  word.writeUInt32BE((content.length | (isLast ? LAST : 0)) >>> 0);
  const nonce = nonceOf(index);
  if (!key) return Buffer.concat([word, content, digest(head, nonce, word, content)]);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.concat([head, word]));
  return Buffer.concat([word, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

function openChunk({ head, key }: Envelope, index: number, word: Buffer, sealed: Buffer): Buffer {
  const content = sealed.subarray(0, sealed.length - TAG_BYTES);
  const tag = sealed.subarray(sealed.length - TAG_BYTES);
  const nonce = nonceOf(index);
  if (!key) {
    if (!digest(head, nonce, word, content).equals(tag)) throw new DamagedBackup('It is damaged.');
    return content;
  }
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.concat([head, word])).setAuthTag(tag);
    return Buffer.concat([decipher.update(content), decipher.final()]);
  } catch {
    throw new DamagedBackup('It is damaged.');
  }
}

export async function* seal(envelope: Envelope, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield envelope.head;
  let index = 0;
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const piece of source) {
    waiting.push(piece);
    length += piece.length;
    if (length <= CHUNK_BYTES) continue;
    const all = Buffer.concat(waiting);
    let at = 0;
    // Something is left each time, since it is not known whether more will come and the last one must say that it is.
    for (; all.length - at > CHUNK_BYTES; at += CHUNK_BYTES) {
      yield sealChunk(envelope, index++, all.subarray(at, at + CHUNK_BYTES), false);
    }
    waiting = [all.subarray(at)];
    length = all.length - at;
  }
  yield sealChunk(envelope, index, Buffer.concat(waiting), true);
}

export async function* unseal(envelope: Envelope, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const bytes = new ByteReader(source);
  if (!(await bytes.take(HEAD_BYTES)).equals(envelope.head)) throw new DamagedBackup('Its head has changed.');
  for (let index = 0; ; index++) {
    const word = await bytes.take(4);
    const marked = word.readUInt32BE();
    const length = marked & ~LAST;
    if (length > CHUNK_BYTES) throw new DamagedBackup('It is damaged.');
    const content = openChunk(envelope, index, word, await bytes.take(length + TAG_BYTES));
    if (content.length > 0) yield content;
    if (marked < LAST) continue;
    if (!(await bytes.isEmpty())) throw new DamagedBackup('Something stands behind its end.');
    return;
  }
}

/** So many bytes at a time of a stream that comes in pieces. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let wanted = length;
    while (this.#rest.length < wanted) {
      parts.push(this.#rest);
      wanted -= this.#rest.length;
      this.#rest = await this.#next();
    }
    parts.push(this.#rest.subarray(0, wanted));
    this.#rest = this.#rest.subarray(wanted);
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  }

  async #next(): Promise<Buffer> {
    const { done, value } = await this.#source.next();
    if (done) throw new DamagedBackup('Its end is missing.');
    return value;
  }

  async isEmpty(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#source.next();
      if (done) return true;
      this.#rest = value;
    }
    return false;
  }
}

/** So that guessing is hopeless, whatever is tried a second. */
const SHORTEST = 12;

export const isTooShort = (passphrase: string) => [...passphrase].length < SHORTEST;
export const TOO_SHORT = `A passphrase has ${SHORTEST} characters or more.`;

/** Whether the nightly backups of real data can be read by anybody, and nobody has said that this is meant. */
export const isBackupPlain = ({ nightly, config, hidden }: Pick<Service, 'nightly' | 'config' | 'hidden'>): boolean =>
  nightly !== undefined &&
  hidden.areSomeReal &&
  config.backups.passphrase === null &&
  config.backups.passphraseFile === null &&
  !config.backups.isPlainMeant;

export function findPassphrase({ passphrase, passphraseFile }: Config['backups']): string | null {
  if (passphrase !== null || passphraseFile === null) return passphrase;
  try {
    const [line = ''] = readFileSync(passphraseFile, 'utf8').split(/\r?\n/);
    return line;
  } catch {
    throw new BadConfig(`BACKUP_PASSPHRASE_FILE (${passphraseFile}) cannot be read.`);
  }
}
