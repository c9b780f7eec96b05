// Understands Japan Post's lists of postal codes: KEN_ALL (towns, UTF-8 or CP932, split over several lines in the latter) and JIGYOSYO
// (businesses that have a code of their own), and the zip archives in which they come.
import { inflateRawSync } from 'node:zlib';

export interface CodedAddress {
  postalCode: string;
  prefecture: string;
  city: string;
  /** Empty for all of a city. */
  town: string;
}

export interface PostalList {
  kind: 'towns' | 'businesses';
  addresses: CodedAddress[];
}

/** Where each list has what of a line; an abolished one says so in its last field. */
const LISTS = {
  towns: { fields: 15, code: 2, prefecture: 6, city: 7, town: [8], change: 13, abolished: '2' },
  businesses: { fields: 13, code: 7, prefecture: 3, city: 4, town: [5, 6], change: 12, abolished: '5' },
} as const;

/** In quotation marks, without them, or empty. */
const FIELDS = /"[^"]*"|[^,"]+|(?<=^|,)(?=,|$)/g;

export function readPostalList(bytes: Buffer): PostalList | null {
  const lines = decode(bytes)
    .split(/\r?\n/)
    .filter((line) => line !== '');
  const rows = lines.map((line) => (line.match(FIELDS) ?? []).map((field) => field.replaceAll('"', '')));
  const kinds = Object.keys(LISTS) as (keyof typeof LISTS)[];
  const kind = kinds.find((kind) => rows.every((row) => isRowOf(kind, row)));
  if (!kind || rows.length === 0) return null;
  const { code, prefecture, city, town, change, abolished } = LISTS[kind];
  const addresses: CodedAddress[] = [];
  let begun = '';
  for (const row of rows) {
    const written = begun + town.map((at) => row[at]).join('');
    // A parenthesis goes on in the lines that follow, which repeat the rest.
    begun = kind === 'towns' && written.lastIndexOf('（') > written.lastIndexOf('）') ? written : '';
    if (begun !== '' || row[change] === abolished) continue;
    const place = { postalCode: row[code] ?? '', prefecture: row[prefecture] ?? '', city: row[city] ?? '' };
    const towns = kind === 'towns' ? townsIn(written) : [written];
    addresses.push(...towns.map((town) => ({ ...place, town })));
  }
  return { kind, addresses };
}

function isRowOf(kind: keyof typeof LISTS, row: readonly string[]): boolean {
  const { fields, code } = LISTS[kind];
  return row.length === fields && /^[0-9]{5}$/.test(row[0] ?? '') && /^[0-9]{7}$/.test(row[code] ?? '');
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('shift_jis').decode(bytes);
  }
}

/** What belongs into an address: no remarks, no numbers that may follow. The empty town stands for all of a city. */
function townsIn(written: string): string[] {
  const plain = written.replace(/（.*）/, '');
  if (/以下に掲載がない場合|の次に.*番地.*くる場合/.test(plain)) return [''];
  if (plain.endsWith('一円') && plain !== '一円') return [''];
  // 「種市第１５地割～第２１地割」, and 「甲、乙」, which are two.
  const bare = plain.replace(/第?[０-９]+地割.*/, '');
  return [...new Set(bare.split('、'))];
}

/** A file within an archive. */
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
