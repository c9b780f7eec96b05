// What the operator's commands are given: options with a name, each of which has to look like something.
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Connection, Roles } from '#db/connection.ts';
import { type Db, openDatabase } from '#db/database.ts';
import { CONTROL_CHARACTERS, countCharacters, MAIL_ADDRESS } from '#domain/text/characters.ts';
import { inTransaction } from '#server/transaction.ts';

/** As whoever calls knows it. */
export const OPERATOR = process.env.OPERATOR_COMMAND ?? 'npm run operator --';

export const subjectLine = (subject: string) => `Working on ${subject}.\n`;
export const withoutSubject = (output: string) => output.replace(/^Working on .*\n/, '');

/** What somebody asked for is not a command, or not all of one. */
export class Usage extends Error {}
/** It was understood, and cannot be done. */
export class Refused extends Error {}

export type Work = (db: Db) => Promise<string>;
export type Commands = Record<string, (args: string[]) => Promise<Work>>;

export type OnConnection = (args: string[]) => Promise<(roles: Roles) => Promise<string>>;

export interface Field {
  what: string;
  fits(value: string): boolean;
}

export const matching = (what: string, pattern: RegExp): Field => ({ what, fits: (value) => pattern.test(value) });
export const CODE = matching('8 digits', /^[0-9]{8}$/);
export const USER = matching('8 letters or digits', /^[A-Za-z0-9]{8}$/);
export const NAME: Field = {
  what: 'a name of 1 to 120 characters',
  fits: (value) => value.trim() !== '' && countCharacters(value) <= 120 && !CONTROL_CHARACTERS.test(value),
};

export const FILE: Field = { what: 'a file', fits: (value) => value !== '' };
export const NUMBER = matching('a reservation number', /^[1-9][0-9]{8}$/);
export const ADDRESS = matching('a mail address', MAIL_ADDRESS);

/** All or nothing. */
export const inOne =
  (work: Work): Work =>
  (db) =>
    inTransaction(db, work);

export async function withDatabase<T>(connection: Connection, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase(connection, 1);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

type Values<Name extends string> = Record<Name, string>;

export function readOptions<Name extends string, More extends string = never>(
  args: string[],
  fields: Record<Name, Field>,
  more: Record<More, Field> = {} as Record<More, Field>,
  flags: readonly string[] = [],
): Values<Name> & Partial<Values<More>> & Record<string, unknown> {
  const all: Record<string, Field> = { ...fields, ...more };
  const texts = Object.keys(all).map((name) => [name, { type: 'string' as const }]);
  const booleans = flags.map((name) => [name, { type: 'boolean' as const }]);
  let values: Record<string, string | boolean | undefined>;
  try {
    const options: Record<string, { type: 'string' | 'boolean' }> = Object.fromEntries([...texts, ...booleans]);
    values = parseArgs({ args, options, strict: true }).values as typeof values;
  } catch (error) {
    throw new Usage(explainOptionError(error as NodeJS.ErrnoException));
  }
  for (const [name, field] of Object.entries(all)) {
    const value = values[name];
    if (value === undefined && !(name in fields)) continue;
    if (value === undefined) throw new Usage(`--${name} is missing.`);
    if (!field.fits(String(value))) throw new Usage(`--${name} must be ${field.what}.`);
  }
  return values as Values<Name> & Partial<Values<More>>;
}

/** Node's own words have advice that fits no command here. */
function explainOptionError({ code, message }: NodeJS.ErrnoException): string {
  const [, what = ''] = /'([^']*)'/.exec(message) ?? [];
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `There is no option ${what} here.`;
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return `"${what}" is one word too many.`;
  return `${message.split('\n')[0]?.replace(/\.$/, '')}.`;
}

export function readFileName(args: string[], flags: readonly string[] = []) {
  const [file = '', ...rest] = args;
  if (file === '-') throw new Usage('It takes a file and no stream: a backup gets its name only when it is whole.');
  if (file === '' || file.startsWith('-')) throw new Usage('Say which FILE, and options behind it.');
  return { file: path.resolve(file), options: readOptions(rest, {}, {}, flags) };
}
