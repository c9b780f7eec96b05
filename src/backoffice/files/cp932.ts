// Text to CP932, the Shift_JIS that Windows and Excel in Japan read, without a table of our own: browsers have one for reading; and lines of it,
// saved as a file.
import type { csvLines } from '#backoffice/shared/contract-lines.ts';
import { saveFile } from '#web/save-file.ts';
import type { Value } from '#wire/record.ts';

/** The sign that stands for what the encoding lacks. */
const GETA = 0x81ac;

/**
 * The order in which the halves of the table are looked through: of several codes for a character, Windows writes the first.
 * The rows ED and EE repeat what stands in FA to FC, and lose against them.
 */
const LEADS = [...range(0x81, 0x9f), ...range(0xe0, 0xec), ...range(0xef, 0xfc), 0xed, 0xee];
const TRAILS = [...range(0x40, 0x7e), ...range(0x80, 0xfc)];

/** Characters that Unicode has twice: the one that other systems write, and the one that Windows reads back. */
const TWINS: readonly (readonly [string, string])[] = [
  ['\u301c', '\uff5e'], // 〜 ～
  ['\u2212', '\uff0d'], // − －
  ['\u2016', '\u2225'], // ‖ ∥
  ['\u2014', '\u2015'], // — ―
  ['\u00a2', '\uffe0'], // ¢ ￠
  ['\u00a3', '\uffe1'], // £ ￡
  ['\u00ac', '\uffe2'], // ¬ ￢
  ['\u00a6', '\uffe4'], // ¦ ￤
  ['\u00a5', '\\'], // Japanese Windows shows this code as ¥
  ['\u203e', '~'],
];

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

const NONE = 0xffff;
let table: Uint16Array | null = null;

/** The code of every character of the basic plane: one byte, or two as one number. */
function makeTable(): Uint16Array {
  const codes = new Uint16Array(0x10000).fill(NONE);
  const decoder = new TextDecoder('shift_jis');
  const learn = (code: number, ...bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    const unit = text.charCodeAt(0);
    if (text.length === 1 && unit !== 0xfffd && codes[unit] === NONE) codes[unit] = code;
  };
  for (const byte of [...range(0x00, 0x7f), ...range(0xa1, 0xdf)]) learn(byte, byte);
  for (const lead of LEADS) for (const trail of TRAILS) learn((lead << 8) | trail, lead, trail);
  for (const [other, known] of TWINS) codes[other.charCodeAt(0)] = codes[known.charCodeAt(0)] as number;
  return codes;
}

/** Voiced kana in two parts, as some systems write them. */
const APART = /[\u3041-\u3096\u309d-\u30ff](?:\u3099|\u309a)/g;
/** Say only which shape of a character is meant, of which CP932 knows one. */
const SHAPES = /\p{Variation_Selector}/gu;
const COMPOSABLE = /\u3099|\u309a|\p{Variation_Selector}/u;

/** Not all of Unicode's composing: that would make today's characters of the old shapes that CP932 has. */
function compose(text: string): string {
  if (!COMPOSABLE.test(text)) return text;
  return text.replace(SHAPES, '').replace(APART, (pair) => pair.normalize('NFC'));
}

interface Encoded {
  bytes: Uint8Array<ArrayBuffer>;
  /** How many characters of each line became 〓, by the line's place; lines without any are left out. */
  lost: Map<number, number>;
}

/** Lines with CRLF behind each. */
export function encodeLines(lines: readonly string[]): Encoded {
  table ??= makeTable();
  const codes = table;
  const longest = lines.reduce((length, line) => length + 2 * line.length + 2, 0);
  const bytes = new Uint8Array(longest);
  const lost = new Map<number, number>();
  let end = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = compose(lines[at] as string);
    let missing = 0;
    for (let index = 0; index < line.length; index++) {
      const unit = line.charCodeAt(index);
      let code = codes[unit] as number;
      if (code === NONE) {
        missing++;
        code = GETA;
        // Both halves of a character beyond the basic plane are one.
        if (isHigh(unit) && isLow(line.charCodeAt(index + 1))) index++;
      }
      if (code > 0xff) bytes[end++] = code >> 8;
      bytes[end++] = code;
    }
    if (missing > 0) lost.set(at, missing);
    bytes[end++] = 0x0d;
    bytes[end++] = 0x0a;
  }
  return { bytes: bytes.slice(0, end), lost };
}

const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

/** A file whose lines came as an answer, and the sentence about it: how many characters have no place in it and became 〓 is part of that. */
export function saveLines({ fileName, header, lines }: Value<typeof csvLines>): string {
  const { bytes, lost } = encodeLines([header, ...lines]);
  saveFile({ fileName, file: new Blob([bytes], { type: 'text/csv' }) });
  const count = [...lost.values()].reduce((sum, one) => sum + one, 0);
  return `${fileName} を保存しました${count > 0 ? `（CSVで表せない ${count} 文字を〓にしました）` : ''}。`;
}
