// Form bodies: repeated keys are lists, and so are `days[]` and `days[0]`, which some clients write instead.
import type { WireOut } from './field.ts';

type Parsed = Record<string, string | string[]>;

/** What a body or a query says; null where it is not well-formed, which would be stored as something nobody wrote. */
export function parseForm(text: string): Parsed | null {
  const parsed: Parsed = Object.create(null);
  // Bytes that are no UTF-8 have become this character on the way.
  if (text.includes('\ufffd')) return null;
  try {
    for (const pair of text.split('&')) {
      if (pair === '') continue;
      const end = pair.indexOf('=');
      const key = decodePart(end < 0 ? pair : pair.slice(0, end));
      const value = end < 0 ? '' : decodePart(pair.slice(end + 1));
      const before = parsed[key];
      if (before === undefined) parsed[key] = value;
      else if (typeof before === 'string') parsed[key] = [before, value];
      else before.push(value);
    }
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
  return parsed;
}

function decodePart(part: string): string {
  const spaced = part.includes('+') ? part.replaceAll('+', ' ') : part;
  return spaced.includes('%') ? decodeURIComponent(spaced) : spaced;
}

/** Folds bracketed keys into plain ones; a form without brackets is returned as it came. */
export function foldBrackets(parsed: Parsed): Parsed {
  let folded: Parsed | null = null;
  const numbered = new Map<string, { index: number; value: string }[]>();
  for (const key of Object.keys(parsed)) {
    if (!key.endsWith(']')) continue;
    const match = /^(.+)\[(\d{0,4})\]$/.exec(key);
    if (!match?.[1]) continue;
    folded ??= Object.assign(Object.create(null) as Parsed, parsed);
    delete folded[key];
    const values = [parsed[key] ?? []].flat();
    const entries = numbered.get(match[1]) ?? [];
    for (const value of values) entries.push({ index: match[2] ? Number(match[2]) : entries.length, value });
    numbered.set(match[1], entries);
  }
  if (!folded) return parsed;
  for (const [name, entries] of numbered) {
    const values = entries.sort((a, b) => a.index - b.index).map((entry) => entry.value);
    folded[name] = [folded[name] ?? [], values].flat(2) as string[];
  }
  return folded;
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
