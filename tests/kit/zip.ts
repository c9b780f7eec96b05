// Packs files as a zip archive holds them: for what reads one.
import { crc32, deflateRawSync } from 'node:zlib';

/** Each with the DOS date and time of 2026-10-30 12:34:56. */
export function makeZip(files: Record<string, Buffer>, isDeflated = true): Buffer {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const body = isDeflated ? deflateRawSync(bytes) : bytes;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(isDeflated ? 8 : 0, 4);
    common.writeUInt16LE((12 << 11) | (34 << 5) | 28, 6);
    common.writeUInt16LE((46 << 9) | (10 << 5) | 30, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(body.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    const local = [Buffer.from('PK\x03\x04'), common, Buffer.from(name), body];
    parts.push(...local);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, tail, Buffer.from(name));
    at += Buffer.concat(local).length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, central, end]);
}
