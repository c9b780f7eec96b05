// What can go wrong between a server and its database, distinguished by what may be done about it.
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

/** The connection broke while a statement was under way: whether it was carried out is not known. */
export class ConnectionLost extends Error {
  /** Within a transaction: whether its commit was on its way, so that it may have been made. */
  mayHaveCommitted = false;

  constructor(cause: unknown) {
    super('the connection to the database was lost', { cause });
    this.name = 'ConnectionLost';
  }
}

/** No connection could be opened, or none was tried since that is known. */
export class Unreachable extends Error {
  constructor(cause?: unknown) {
    super('the database cannot be reached', { cause });
    this.name = 'Unreachable';
  }
}

/** The database answers, but takes no writes: it is a standby, or read only. Nothing of this was carried out. */
export class TakesNoWrites extends Unreachable {
  constructor(cause?: unknown) {
    super(cause);
    this.message = 'the database takes no writes';
    this.name = 'TakesNoWrites';
  }
}

/** The database answers, but has no room to write. Nothing of this was carried out. */
export class DiskFull extends Unreachable {
  constructor(cause?: unknown) {
    super(cause);
    this.message = 'the disk of the database is full';
    this.name = 'DiskFull';
  }
}

/** More is asked than the database gets done: nothing of this was carried out, and it may be asked again later. */
export class Overloaded extends Error {
  constructor(what: string) {
    super(`too much is waiting: ${what}`);
    this.name = 'Overloaded';
  }
}

const codeOf = (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? '') : '');

/** Whether the database said no, so that nothing was written; a connection that broke leaves that open. */
export const isRefusal = (error: unknown) => error instanceof pg.DatabaseError && !/^(08|57P)/.test(codeOf(error));

const LOCK_NOT_AVAILABLE = '55P03';
const TOO_MANY_CONNECTIONS = '53300';

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

/** Nothing of it was carried out, and the connections that it comes of have been retired: it may be done again on another. */
export const isRetired = (error: unknown) => isStalePlan(error) || error instanceof TakesNoWrites;

/** So that an error leads to whoever asked, instead of to the socket that the refusal came from. */
export function blameCaller(error: unknown): never {
  if (error instanceof Error) Error.captureStackTrace(error, blameCaller);
  throw error;
}
