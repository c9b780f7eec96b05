// What can go wrong between a server and its database, distinguished by what may be done about it; and doing it again where that is safe.
import pg from 'pg';

/** Somebody has to act: another start ends the same way (EX_CONFIG of sysexits.h). */
const SOMEBODY_HAS_TO_ACT = 78;
export const MAY_PASS = 1;

export class StartRefused extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = SOMEBODY_HAS_TO_ACT, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

class DatabaseFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The connection broke while a statement was under way. */
export class ConnectionLost extends DatabaseFailure {
  /** Whether it is certain that nothing was carried out, neither of the statement nor of its transaction. */
  isUndone: boolean;

  constructor(cause: unknown, isUndone = false) {
    super('the connection to the database was lost', { cause });
    this.isUndone = isUndone;
  }
}

/**
 * Whether the connection refused to take what was last written to it. A statement goes out in one write that ends with its Sync, and the
 * database carries nothing out without that.
 */
export const isRefusedWrite = ({ cause }: ConnectionLost) => (cause as NodeJS.ErrnoException).syscall === 'write';

/** No connection could be opened, or none was tried since that is known. */
export class Unreachable extends DatabaseFailure {
  constructor(cause?: unknown, message = 'the database cannot be reached') {
    super(message, { cause });
  }
}

/** The database answers, but takes no writes: it is a standby, or read only. Nothing of this was carried out. */
export class TakesNoWrites extends Unreachable {
  constructor(cause?: unknown) {
    super(cause, 'the database takes no writes');
  }
}

/** The database answers, but has no room to write. Nothing of this was carried out. */
export class DiskFull extends Unreachable {
  constructor(cause?: unknown) {
    super(cause, 'the disk of the database is full');
  }
}

/** More is asked than the database gets done: nothing of this was carried out, and it may be asked again later. */
export class Overloaded extends DatabaseFailure {
  constructor(what: string) {
    super(`too much is waiting: ${what}`);
  }
}

const codeOf = (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? '') : '');

/** Whether the database said no, so that nothing was written; a connection that broke leaves that open. */
export const isRefusal = (error: unknown) => error instanceof pg.DatabaseError && !/^(08|57P)/.test(codeOf(error));

const LOCK_NOT_AVAILABLE = '55P03';
const TOO_MANY_CONNECTIONS = '53300';

const ADMIN_SHUTDOWN = '57P01';
const CUT_OFF = ['ECONNRESET', 'EPIPE'];
/** In pg's words, where there is no code. */
const CUT_OFF_WORDS = [
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
];

/** Whether a connection was ended while it was being opened: somebody was there, and another may be opened at once. */
export function isCutOff(error: unknown): boolean {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return codeOf(error) === ADMIN_SHUTDOWN || CUT_OFF.includes(code) || CUT_OFF_WORDS.includes(message);
}

export const isOutOfConnections = (error: unknown) => codeOf(error) === TOO_MANY_CONNECTIONS;

/** Whether the same may go well a little later: what is wanted is held by somebody, or too many want something. */
export const isOverload = (error: unknown) =>
  error instanceof Overloaded || codeOf(error) === LOCK_NOT_AVAILABLE || isOutOfConnections(error);

/** Whether it says no more than that the database is away; whatever the database itself has said, it was there to say it. */
export const isSignOfAbsence = (error: unknown) =>
  error instanceof ConnectionLost || error instanceof Unreachable || error instanceof Overloaded;

const READ_ONLY = '25006';

export const isReadOnly = (error: unknown) => codeOf(error) === READ_ONLY;

const DISK_FULL = '53100';

export const isDiskFull = (error: unknown) => codeOf(error) === DISK_FULL;

const NO_SUCH_STATEMENT = '26000';
const NOT_SUPPORTED = '0A000';

/**
 * Whether the connection's prepared statement is gone, or answers otherwise than when it was prepared, as after a
 * migration. Both are noticed before anything is carried out.
 */
export function isStalePlan(error: unknown): boolean {
  const code = codeOf(error);
  // The code alone says many things; the message speaks the database's language.
  const isChanged = code === NOT_SUPPORTED && (error as pg.DatabaseError).routine === 'RevalidateCachedQuery';
  return isChanged || code === NO_SUCH_STATEMENT;
}

/** Nothing of it was carried out, and the connections that it comes of have been retired. */
export const isRetired = (error: unknown) => isStalePlan(error) || error instanceof TakesNoWrites;

/** So that an error leads to whoever asked, instead of to the socket that the refusal came from. */
export function blameCaller(error: unknown): never {
  if (error instanceof Error) Error.captureStackTrace(error, blameCaller);
  throw error;
}

const TRIES = 3;

/** Nothing of it was carried out, and the connections that it comes of have been retired: it may be done again on another. */
export const isUndone = (error: unknown) => isRetired(error) || (error instanceof ConnectionLost && error.isUndone);

/** The same of what only reads: it does not matter how far it came. */
export const isWorthReadingAgain = (error: unknown) => isRetired(error) || error instanceof ConnectionLost;

export async function retryOn<T>(isWorthIt: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isWorthIt(error) || attempt === TRIES) throw error;
    }
  }
}
