// Reads the files within a zip archive, as Japan Post packs its lists.
import { inflateRawSync } from 'node:zlib';

export interface ZippedFile {
  name: string;
  bytes: Buffer;
  /** As the archive says it, in Tokyo. */
  stampedAt: Date;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const [STORED, DEFLATED] = [0, 8];
/** Far more than all of Japan's postal codes. */
const MOST_BYTES = 256 * 1024 * 1024;

export const isZip = (bytes: Buffer) => bytes.length > 4 && bytes.readUInt32LE(0) === LOCAL;

/** Throws a RangeError, or what zlib throws, where the archive is damaged or packed in another way. */
export function unzip(bytes: Buffer): ZippedFile[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || bytes.readUInt32LE(end) !== END) throw new RangeError('the archive has no end');
  const files: ZippedFile[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== CENTRAL) throw new RangeError('the archive is damaged');
    const [method, time, date] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt16LE(at + 12),
      bytes.readUInt16LE(at + 14),
    ];
    const [packed, nameLength] = [bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28)];
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const body = bytes.subarray(start, start + packed);
    if (body.length < packed || (method !== STORED && method !== DEFLATED))
      throw new RangeError('the archive is damaged');
    files.push({
      name: bytes.subarray(at + 46, at + 46 + nameLength).toString('latin1'),
      bytes: method === STORED ? body : inflateRawSync(body, { maxOutputLength: MOST_BYTES }),
      stampedAt: readStamp(date, time),
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}

/** As DOS wrote them: years from 1980 on, and every second second. */
function readStamp(date: number, time: number): Date {
  const day = [1980 + (date >> 9), (date >> 5) & 15, date & 31].map((part) => String(part).padStart(2, '0')).join('-');
  const clock = [time >> 11, (time >> 5) & 63, (time & 31) * 2].map((part) => String(part).padStart(2, '0')).join(':');
  return new Date(`${day}T${clock}+09:00`);
}
