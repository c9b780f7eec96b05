// What the access log gets of a call, from what its contract states and its server half has traced.
import type { Db } from '#db/database.ts';
import type { Administrator, CallActor, InPieces } from '#server/service.ts';
import type { Call, Logged } from '#wire/call.ts';
import { type Failure, tooMany } from '#wire/failure.ts';
import type { Wire } from '#wire/field.ts';
import { byStaff, type LogEntry, writeLog } from './write-log.ts';

type Run = (db: Db) => Promise<unknown>;

interface CallLog {
  write(run: Run): Run;
  /** A read that begins only if there is a place for its entry. */
  read<T>(run: Run, answer: (run: Run) => Promise<T>): Promise<T>;
}

export function callLogOf({ effect, log }: Call, who: CallActor, input: unknown): CallLog | null {
  if (!log || log.isOwn || who.kind !== 'administrator') return null;
  const entry = () => entryOf(log, who, input);
  return {
    write: (run) => async (db) => {
      // It may be tried again, and leaves the trace of its last try.
      who.trace = {};
      const reply = await run(db);
      await writeLog(db, entry());
      return reply;
    },
    async read(run, answer) {
      const { accessLog } = who.service;
      accessLog.hold();
      if (log.isFile) return readFile(who, entry, run, answer);
      let isOpen = true;
      let isFound = false;
      // Once something was found, also where the answer does not arrive. A search that finds nothing has traced what it was for.
      const settle = () => {
        if (isOpen && !who.trace.isUnlogged && (isFound || who.trace.details)) accessLog.put(entry());
        else if (isOpen) accessLog.free();
        isOpen = false;
      };
      const find = async (db: Db) => {
        const found = await run(db);
        isFound = true;
        const numbers = gatherNumbers(effect === 'bigRead' ? [] : found, new Set());
        who.trace.numbers ??= numbers;
        return effect === 'bigRead' ? settledAtTheEnd(found as InPieces<object, never>, numbers, settle) : found;
      };
      try {
        return await answer(find);
      } finally {
        settle();
      }
    },
  };
}

/** Behind the place that is held: one entry is committed before the first byte leaves, the other one is put when it has ended. */
async function readFile<T>(who: Administrator, entry: () => LogEntry, run: Run, answer: (run: Run) => Promise<T>) {
  const { accessLog, clock, db: own } = who.service;
  let [isBegun, isEnded] = [false, false];
  async function* begun(pieces: AsyncIterable<never>) {
    const first = entry();
    // What is read again, since its connection was lost, has its entry.
    if (!isBegun) await writeLog(own, { ...first, details: { ...first.details, note: '開始' } });
    isBegun = true;
    yield* pieces;
  }
  try {
    return await answer(async (db) => {
      const { reply, pieces } = (await run(db)) as InPieces<object, never>;
      const onEnd = (isWhole: boolean, count: number) => {
        isEnded = isBegun;
        const details = { note: isWhole ? '完了' : '中断', count };
        if (isEnded) {
          accessLog.put({ ...entry(), at: clock(), details, numbers: undefined, outcome: isWhole ? 'ok' : 'failed' });
        }
      };
      return { reply, pieces: begun(pieces), onEnd };
    });
  } finally {
    if (!isEnded) accessLog.free();
  }
}

/** Before the last of the answer is sent: who has it all is in the log. */
function settledAtTheEnd({ reply, pieces }: InPieces<object, never>, numbers: Set<number>, settle: () => void) {
  async function* withEnd() {
    for await (const piece of pieces) {
      gatherNumbers(piece, numbers);
      yield piece;
    }
    settle();
  }
  return { reply, pieces: withEnd() };
}

const UNSTATED: Logged = { act: 'refused' };

/**
 * Gives back what is to be answered. Who may not do something has tried to; and a refusal that says of whom it is has shown somebody.
 * What else a save is refused for is not logged, since nothing happened.
 */
export function logRefusal(call: Call, { who, wire }: { who: CallActor; wire: Wire }, failure: Failure) {
  if (who.kind !== 'administrator') return failure;
  const isForbidden = ['Forbidden', 'TwoFactorNeeded', 'PasswordChangeNeeded'].includes(failure.name);
  const isShown = call.refusal !== undefined && Object.keys(failure.extra).length > 0;
  if (!isForbidden && !isShown) return failure;
  const { accessLog } = who.service;
  if (accessLog.isFull) return tooMany();
  const reading = call.request.decode(wire);
  const { log = { ...UNSTATED, note: call.path } } = call;
  const entry = entryOf(isShown ? { ...log, act: 'look' } : log, who, reading.ok ? reading.value : null);
  accessLog.hold();
  accessLog.put({ ...entry, outcome: 'refused' });
  return failure;
}

/** `input` is what the contract has decoded, which types cannot follow through a list of calls; null if it is not known. */
function entryOf(log: Logged, who: Administrator, input: unknown): LogEntry {
  const { subject, code = '', name = '', details } = who.trace;
  const sent = input === null ? '' : (log.subject?.(input as never) ?? '');
  const note = log.note === undefined ? {} : { note: log.note };
  const about = subject ?? [sent, code, name].filter(Boolean).join(' ');
  return {
    ...byStaff(who),
    act: log.act,
    subject: about,
    details: { ...note, ...details },
    numbers: numbersOf(who.trace.numbers ?? [], about),
  };
}

/** Of a longer list the entry has its conditions and the count. */
const MOST_NUMBERS = 1000;

const NAMES = ['number', 'reservationNumber'] as const;
const isNumber = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 100_000_000;

export function gatherNumbers(answer: unknown, into: Set<number>): Set<number> {
  if (typeof answer !== 'object' || answer === null || into.size > MOST_NUMBERS) return into;
  if (Array.isArray(answer)) {
    for (const one of answer) gatherNumbers(one, into);
    return into;
  }
  for (const name of NAMES) {
    const value = (answer as Record<string, unknown>)[name];
    if (isNumber(value)) into.add(value);
  }
  for (const value of Object.values(answer)) if (typeof value === 'object') gatherNumbers(value, into);
  return into;
}

/** As an entry has them; none where there are too many, or where it names the only one already. */
export function numbersOf(shown: Iterable<number>, subject: string): number[] | undefined {
  const numbers = [...new Set(shown)];
  const isSubject = numbers.length === 1 && String(numbers[0]) === subject;
  return numbers.length === 0 || numbers.length > MOST_NUMBERS || isSubject ? undefined : numbers;
}
