// Lists that several answers have in common: each is encoded once, and what came of it kept for as long as the list is.
import type { WireOut } from './field.ts';

/** A part of an answer that is ready to be sent. */
class Encoded {
  readonly #text: string;
  readonly bytes: Uint8Array;

  constructor(value: unknown) {
    this.#text = JSON.stringify(value);
    this.bytes = encoder.encode(this.#text);
  }

  /** For whoever writes an answer as JSON without knowing of this. */
  toJSON(): unknown {
    return JSON.parse(this.#text);
  }
}

const encoder = new TextEncoder();
const END = encoder.encode('}');
const lists = new WeakMap<readonly unknown[], { by: object; encoded: Encoded } | null>();

/** Says of a list that it will be in several answers, and will not be changed any more. */
export function share<T extends readonly unknown[]>(list: T): T {
  lists.set(list, null);
  return list;
}

/** What a list was encoded to before by the same field, or is now, if it is a shared one. */
export function encodeShared(list: readonly unknown[], by: object, encode: () => unknown[]): unknown {
  const known = lists.get(list);
  if (known?.by === by) return known.encoded;
  if (known === undefined) return encode();
  const encoded = new Encoded(encode());
  lists.set(list, { by, encoded });
  return encoded;
}

/** The text of an answer; its bytes where parts of it are bytes already, which then stand last. */
export function writeAnswer(body: WireOut): string | Uint8Array {
  const plain: WireOut = {};
  const ready: [code: string, part: Encoded][] = [];
  for (const code in body) {
    const value = body[code];
    if (value instanceof Encoded) ready.push([code, value]);
    else plain[code] = value;
  }
  // All that is left in one go: a call for each field would cost more than the fields.
  const text = JSON.stringify(plain);
  if (ready.length === 0) return text;
  const parts: Uint8Array[] = [encoder.encode(text.slice(0, -1))];
  for (const [code, { bytes }] of ready) {
    const comma = parts.length === 1 && text === '{}' ? '' : ',';
    parts.push(encoder.encode(`${comma}${JSON.stringify(code)}:`), bytes);
  }
  parts.push(END);
  return join(parts);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}
