// Waits until a database can be worked with, and says in a plain sentence what keeps it from that.

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { applyLimits, type Connection, LIMITS, openingOf, withClient } from './connection.ts';
import { isReadOnly, MAY_PASS, StartRefused, TakesNoWrites, Unreachable } from './errors.ts';
import { askForWrites } from './heartbeat.ts';

interface Cause {
  sentence: string;
  /** Waiting mends nothing: somebody has to. */
  isFinal?: boolean;
}

const WHERE = 'the address in DATABASE_URL';
const NOBODY = { sentence: `Nothing listens at ${WHERE}: the database does not run, or is somewhere else.` };
const SILENT = { sentence: `Nothing answers at ${WHERE}: the machine is away, or a firewall stands between.` };
const NO_BACKEND = {
  sentence: `Something takes connections at ${WHERE} and closes them again, like a proxy that has no database behind it.`,
};
const NO_WRITES = {
  sentence:
    'The database takes no writes: it is a standby, or set to read only. DATABASE_URL must lead to the one that takes them.',
};

const final = (sentence: string): Cause => ({ sentence, isFinal: true });
const CERTIFICATE = final(
  'The certificate of the database is not one that this machine believes: see sslmode and sslrootcert in DATABASE_URL.',
);

/** By the codes of the operating system and of the database. */
const CAUSES: Readonly<Record<string, Cause>> = {
  ECONNREFUSED: NOBODY,
  ENOENT: NOBODY,
  ETIMEDOUT: SILENT,
  EHOSTUNREACH: SILENT,
  ENETUNREACH: SILENT,
  ECONNRESET: NO_BACKEND,
  EPIPE: NO_BACKEND,
  ENOTFOUND: { sentence: 'The host in DATABASE_URL is not known: is its name right?' },
  EAI_AGAIN: { sentence: 'The host in DATABASE_URL is not known: no name server answers.' },
  SELF_SIGNED_CERT_IN_CHAIN: CERTIFICATE,
  DEPTH_ZERO_SELF_SIGNED_CERT: CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CERTIFICATE,
  ERR_TLS_CERT_ALTNAME_INVALID: CERTIFICATE,
  CERT_HAS_EXPIRED: CERTIFICATE,
  '08P01': NO_BACKEND,
  '28P01': final('The database does not accept the user or the password in DATABASE_URL.'),
  '28000': final('The database does not let the user in DATABASE_URL in from this machine.'),
  '3D000': final('There is no database of the name in DATABASE_URL: create it first.'),
  '42501': final(
    'The user in DATABASE_URL may not make tables in that database: DATABASE_OWNER_URL names one who may.',
  ),
  '53300': { sentence: 'The database gives out no more connections: raise its max_connections, or lower POOL_SIZE.' },
  '53100': { sentence: 'The disk of the database is full: make room on it.' },
  '57P03': { sentence: 'The database is just starting or stopping.' },
};

/** pg has no codes for what it says itself. */
const PG_MESSAGES: readonly [RegExp, Cause][] = [
  [/does not support SSL/, final('DATABASE_URL asks for SSL, which the database does not speak.')],
  [/password must be a string/, final('The database asks for a password, and DATABASE_URL has none.')],
  [/timeout expired/, SILENT],
  [/^Connection terminated/, NO_BACKEND],
];

/** Null where it is nothing that keeps a whole database from being worked with. */
function findCause(error: unknown): Cause | null {
  if (error instanceof TakesNoWrites || isReadOnly(error)) return NO_WRITES;
  if (error instanceof Unreachable && error.cause) return findCause(error.cause);
  const { code = '', message = '', syscall } = error as NodeJS.ErrnoException;
  // A file that is not there has the code of a socket that is not.
  if (code === 'ENOENT' && syscall !== 'connect') return null;
  return CAUSES[code] ?? PG_MESSAGES.find(([pattern]) => pattern.test(message))?.[1] ?? null;
}

/** For a command that has met it in the middle of its work: the sentence that a start would say, or null. */
export const sentenceFor = (error: unknown): string | null => findCause(error)?.sentence ?? null;

function explain(error: unknown): Cause {
  const known = findCause(error);
  if (known) return known;
  const { code = '', message } = error as Error & { code?: string };
  const isRefused = error instanceof pg.DatabaseError;
  return {
    sentence: `The database cannot be used: ${message.split('\n')[0]}${code && ` (${code})`}.`,
    isFinal: isRefused,
  };
}

/** What the database itself refuses, after it was reached. */
export function rethrowPlainly(error: unknown): never {
  throw error instanceof pg.DatabaseError ? new StartRefused(explain(error).sentence, MAY_PASS) : error;
}

const AGAIN_MS = 500;

export async function waitForDatabase(
  connection: Connection,
  seconds: number,
  report: (sentence: string) => void,
): Promise<void> {
  const until = performance.now() + seconds * 1000;
  for (let reported = ''; ; await sleep(AGAIN_MS)) {
    const cause = await connectOnce(connection).then(() => null, explain);
    if (!cause) return;
    if (cause.isFinal || performance.now() >= until) throw new StartRefused(cause.sentence, MAY_PASS);
    if (cause.sentence !== reported) report(cause.sentence);
    reported = cause.sentence;
  }
}

const connectOnce = (connection: Connection) =>
  withClient(openingOf(connection, LIMITS.heartbeat).config, async (client) => {
    await applyLimits(client, LIMITS.heartbeat);
    await askForWrites(client);
  });
