// What is wrong with an answer, whatever was asked.
import { mayMake } from './callers.ts';
import type { Attack } from './requests.ts';

export interface Heard {
  status: number;
  text: string;
  ms: number;
}

/** What a server tells of itself by mistake: places in its code, messages of its database and of its runtime. */
const INTERNALS =
  /\n\s+at |node:internal|node_modules|\.[cm]?[jt]s:\d+|\b(?:Type|Range|Syntax|Reference|URI|Aggregate)Error\b|violates .* constraint|relation "|column "|syntax error at|invalid input syntax|unterminated|duplicate key|deadlock|postgres(?!qlDate)|FST_ERR|ECONN/i;

/** Longer than nobody may wait; tries of passwords are held on purpose. */
export const SLOW_MS = 3_000;
const isHeld = ({ call }: Attack) => call.effect === 'attempts';

export function faultsOf(attack: Attack, { status, text, ms }: Heard, isTimed: boolean): string[] {
  const { call, caller } = attack;
  const faults: string[] = [];
  if (status >= 500) faults.push(`answered ${status}`);
  if (INTERNALS.test(text)) faults.push('tells of itself');
  const body = readBody(text);
  if (!body) return [...faults, 'answered no JSON object'];
  const isOwnProtocol = call.bare && (status === 200 || typeof body.error === 'string');
  if (typeof body.errorCode !== 'number' && !isOwnProtocol) faults.push('no errorCode');
  if (typeof body.errorCode === 'number' && body.errorCode !== 0 && typeof body.errorMessage !== 'string') {
    faults.push('a refusal without a sentence');
  }
  const isDone = call.bare ? status === 200 : body.errorCode === 0;
  if (isDone && !mayMake(call, caller)) faults.push(`done for ${caller.name}`);
  if (isTimed && ms > SLOW_MS && !isHeld(attack)) faults.push(`took ${Math.round(ms)} ms`);
  return faults;
}

export function readBody(text: string): Record<string, unknown> | null {
  try {
    const body = JSON.parse(text);
    return body && typeof body === 'object' && !Array.isArray(body) ? body : null;
  } catch {
    return null;
  }
}
