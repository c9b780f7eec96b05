// Opens a backup: proves first that the whole file is what was written, and only then gives what is in it.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { DamagedBackup, type Envelope, HEAD_BYTES, openEnvelope, unseal } from './envelope.ts';
import { type BackupRecord, type Manifest, readRecords } from './records.ts';

export interface OpenedBackup {
  isEncrypted: boolean;
  manifest: Manifest;
  read(work: (records: AsyncGenerator<BackupRecord>) => Promise<void>): Promise<void>;
}

const READ_BYTES = 1024 * 1024;

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
