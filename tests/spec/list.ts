// The list of what the specification names: a file per part, each entry with the test that shows it.
import { readFileSync } from 'node:fs';

interface Place {
  /** Where in its part it stands. */
  section: string;
  note?: string;
}

/** "tests/e2e/office.spec.ts > title of the test". */
interface Shown {
  test?: string;
}

/** The address of a screen. */
export interface RouteEntry extends Place, Shown {
  kind: 'route';
  value: string;
}

/** A call, answered with success; the codes that it sends and reads stand in its contract. */
export interface CallEntry extends Place, Shown {
  kind: 'call';
  value: string;
  sends?: string[];
  reads?: string[];
  /** May be sent, and is never believed: the token says who it is, and the masters what things are called. */
  unheeded?: string[];
}

/** What a call answers in one case. Another protocol has no errorCode; its HTTP status stands for it. */
export interface CodeEntry extends Place, Shown {
  kind: 'code';
  value: number;
  call: string;
}

/** A text to the letter; {…} stands for what differs. */
export interface TextEntry extends Place, Shown {
  kind: 'text';
  value: string;
}

/** How long a field may be, or which values it has, as its contract states it. */
export interface LimitEntry extends Place {
  kind: 'limit';
  value: string;
  call: string;
  field: string;
  way: 'sends' | 'reads';
}

export type Entry = RouteEntry | CallEntry | CodeEntry | TextEntry | LimitEntry;

export interface Part {
  title: string;
  entries: Entry[];
}

const NAMES = ['1-back-office', '2-masters', '3-examinee', '4-desk', '5-accounts', '6-first-day', '7-floor'];

export const PARTS: readonly Part[] = NAMES.map((name) =>
  JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8')),
);

/** File and title of the test that is named. */
export function nameTest(test: string): { file: string; title: string } {
  const at = test.indexOf(' > ');
  return { file: test.slice(0, at), title: test.slice(at + 3) };
}

/** What the HTTP server must have answered while the test ran; null where something else is to be seen. */
export function answerOf(entry: Entry): `${string} ${number}` | null {
  if (entry.kind === 'code') return `${entry.call} ${entry.value}`;
  if (entry.kind !== 'call') return null;
  return `${entry.value} ${entry.value === '/Token' ? 200 : 0}`;
}

/** As a pattern that means the text to the letter. */
export const toTheLetter = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
