// The inside of a backup: what it is of, every table as records of COPY's text, the sequences, and how much there was of it all
// (docs/backup-format.md); and opening one.

import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { ByteReader, DamagedBackup, type Envelope, HEAD_BYTES, openEnvelope, unseal } from './envelope.ts';

export interface Manifest {
  program: string;
  at: string;
  /** The version of the PostgreSQL that it was read from; it does not matter to whoever reads it. */
  server: string;
  schema: { name: string; checksum: string }[];
  leftOut: string[];
  /** Whose backups it belongs to; absent in those of release 1.0.0 and of a database of one's own. */
  dataId?: string;
  secret?: string;
  /** Shows whether another key is the same, and nothing else about it. */
  secretMark: string;
}

export interface TableStart {
  table: string;
  columns: string[];
}
export interface Sequence {
  name: string;
  lastValue: string;
  isCalled: boolean;
}
export interface End {
  tables: number;
  rows: number;
}

/** In their order in the file; `rows` are bytes, the others JSON. */
interface Contents {
  manifest: Manifest;
  table: TableStart;
  rows: Buffer;
  tableEnd: { rows: number; sha256: string };
  sequences: Sequence[];
  end: End;
}
type Kind = keyof Contents;
export type BackupRecord = { [K in Kind]: { kind: K; content: Contents[K] } }[Kind];

const LETTERS: Record<Kind, string> = {
  manifest: 'M',
  table: 'T',
  rows: 'R',
  tableEnd: 'E',
  sequences: 'S',
  end: 'Z',
};
const KINDS = new Map(Object.entries(LETTERS).map(([kind, letter]) => [letter.charCodeAt(0), kind as Kind]));
const HEAD = 5;
/** A row of a table may be as long as a picture is, twice; this is more than PostgreSQL can hold in one. */
const MOST_BYTES = 0x4000_0000;

export function writeRecord<K extends Kind>(kind: K, content: Contents[K]): Buffer[] {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
  const head = Buffer.alloc(HEAD);
  head.write(LETTERS[kind], 'latin1');
  head.writeUInt32BE(bytes.length, 1);
  return [head, bytes];
}

export async function* readRecords(source: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  const bytes = new ByteReader(source);
  while (!(await bytes.isEmpty())) {
    const head = await bytes.take(HEAD);
    const length = head.readUInt32BE(1);
    if (HEAD + length > MOST_BYTES) throw new DamagedBackup('A record of it is too long.');
    yield readRecord(head, await bytes.take(length));
  }
}

function readRecord([letter = 0]: Buffer, content: Buffer): BackupRecord {
  const kind = KINDS.get(letter);
  if (!kind) throw new DamagedBackup('It holds a record of a kind that this program does not know.');
  return { kind, content: kind === 'rows' ? content : JSON.parse(content.toString()) } as BackupRecord;
}

export interface OpenedBackup {
  isEncrypted: boolean;
  manifest: Manifest;
  read(work: (records: AsyncGenerator<BackupRecord>) => Promise<void>): Promise<void>;
}

const READ_BYTES = 1024 * 1024;

/** Proves first that the whole file is what was written, and only then gives what is in it. */
export async function openBackup(file: string, passphrase: () => Promise<string>): Promise<OpenedBackup> {
  const envelope = await openEnvelope(await readHead(file), passphrase);
  const bytes = () => createReadStream(file, { highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>;
  // Nothing is unpacked for it: this is as fast as the disk.
  for await (const _ of unseal(envelope, bytes()));
  let manifest: Manifest | undefined;
  await readThrough(envelope, bytes(), async (records) => {
    manifest = await takeManifest(records);
  });
  if (!manifest) throw new DamagedBackup('It does not say what it is of.');
  return {
    isEncrypted: envelope.key !== null,
    manifest,
    read: (work) =>
      readThrough(envelope, bytes(), async (records) => {
        await takeManifest(records);
        await work(records);
      }),
  };
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function takeManifest(records: AsyncGenerator<BackupRecord>): Promise<Manifest> {
  const { value } = await records.next();
  if (value?.kind !== 'manifest') throw new DamagedBackup('It does not say what it is of.');
  return value.content;
}

async function readThrough(
  envelope: Envelope,
  bytes: AsyncIterable<Buffer>,
  work: (records: AsyncGenerator<BackupRecord>) => Promise<void>,
): Promise<void> {
  const unpacked = createZstdDecompress();
  // What is wrong before it comes out of it where that is read.
  const pumping = pipeline(bytes, (source) => unseal(envelope, source), unpacked).catch(() => {});
  try {
    await work(readRecords(unpacked as AsyncIterable<Buffer>));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw code.startsWith('ZSTD') ? new DamagedBackup('What is in it cannot be unpacked.', { cause: error }) : error;
  } finally {
    unpacked.destroy();
    await pumping;
  }
}
