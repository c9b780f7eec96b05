// Form bodies: repeated keys are lists, and so are `days[]` and `days[0]`, which some clients write instead.
import type { WireOut } from './field.ts';

type Parsed = Record<string, string | string[]>;

/** More than any call has; a form of ever new names would keep everybody waiting while it is read. */
const MOST_NAMES = 1000;

/** What a body or a query says; null where it is not well-formed, which would be stored as something nobody wrote. */
export function parseForm(text: string): Parsed | null {
  // Bytes that are no UTF-8 have become this character on the way.
  if (text.includes('\ufffd')) return null;
  const parsed: Parsed = Object.create(null);
  // Nearly all requests have an empty query.
  if (text === '') return parsed;
  let numbered: Map<string, { index: number; value: string }[]> | undefined;
  let names = 0;
  try {
    for (const pair of text.split('&')) {
      if (pair === '') continue;
      const end = pair.indexOf('=');
      const key = decodePart(end < 0 ? pair : pair.slice(0, end));
      const value = end < 0 ? '' : decodePart(pair.slice(end + 1));
      const match = key.endsWith(']') ? NUMBERED.exec(key) : null;
      if (match) {
        const [, name = '', index] = match;
        numbered ??= new Map();
        const entries = numbered.get(name) ?? [];
        if (entries.length === 0) {
          numbered.set(name, entries);
          names++;
        }
        entries.push({ index: index ? Number(index) : entries.length, value });
      } else if (parsed[key] === undefined) {
        parsed[key] = value;
        names++;
      } else if (typeof parsed[key] === 'string') parsed[key] = [parsed[key], value];
      else parsed[key].push(value);
      if (names > MOST_NAMES) return null;
    }
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
  for (const [name, entries] of numbered ?? []) {
    const values = entries.sort((a, b) => a.index - b.index).map((entry) => entry.value);
    parsed[name] = [parsed[name] ?? [], values].flat(2);
  }
  return parsed;
}

const NUMBERED = /^(.+)\[(\d*)\]$/s;

function decodePart(part: string): string {
  const spaced = part.includes('+') ? part.replaceAll('+', ' ') : part;
  return spaced.includes('%') ? decodeURIComponent(spaced) : spaced;
}

export function encodeForm(wire: WireOut): URLSearchParams {
  const form = new URLSearchParams();
  for (const [code, value] of Object.entries(wire)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) form.append(code, String(one));
    }
  }
  return form;
}
