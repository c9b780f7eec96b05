// The password that one of the operator's commands gives to an account: asked for or made, and checked as its owner's choice would be.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { foreignSigns } from '#domain/text/characters.ts';
import { containsUserId, isLongPassword } from '#domain/text/new-password.ts';
import { isCommon } from '#server/access/common-passwords.ts';
import { makeLongPassword } from '#server/access/passwords.ts';
import { Refused, Usage } from './options.ts';

class PasswordsDiffer extends Error {}
class Interrupted extends Error {}

export async function askPassword(what = 'Password'): Promise<string> {
  if (!process.stdin.isTTY) return readFirstLine();
  const first = await askHidden(`${what}: `);
  if (first !== (await askHidden('The same again: '))) throw new PasswordsDiffer('The two differ.');
  return first;
}

/** One that is there already: a typing error is reported as such. */
export const askKnownPassword = (what: string): Promise<string> =>
  process.stdin.isTTY ? askHidden(`${what}: `) : readFirstLine();

export async function readFirstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}

function askHidden(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true, historySize: 0 });
  // Not on standard output, which may be redirected.
  process.stderr.write(question);
  return new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    lines.once('SIGINT', () => reject(new Interrupted('Interrupted.')));
    lines.once('close', () => reject(new Interrupted('Interrupted.')));
  }).finally(() => {
    lines.close();
    process.stderr.write('\n');
  });
}

/** What asks for a password instead of a set-up code. */
export const BY_PASSWORD = ['generate', 'ask-password'] as const;

/** None where its owner is to choose one by a set-up code. `print` is given what is to be printed once the transaction stands. The account is new or locked out: no second factor is counted on. */
export async function choosePassword(
  { generate, 'ask-password': asks }: Record<string, unknown>,
  userId: string,
  print: (line: string) => void,
): Promise<string | undefined> {
  if (generate && asks) throw new Usage('--generate makes a password, --ask-password asks for one: only one of them.');
  if (generate) {
    const made = makeLongPassword();
    print(`The password of ${userId}, shown only this once: ${made}`);
    return made;
  }
  if (!asks) return undefined;
  const password = await askPassword();
  const foreign = foreignSigns(password);
  if (!isLongPassword(password) || password.length > 65 || foreign.length > 0) {
    const named = foreign.length > 0 ? ` Not allowed: ${foreign.map((sign) => `"${sign}"`).join(' ')}.` : '';
    throw new Refused(`A password has 13 to 65 characters: letters, digits and @ # % & ! $ ?, some of each.${named}`);
  }
  if (containsUserId(password, userId)) throw new Refused('A password must not contain the user id.');
  refuseCommon(password);
  return password;
}

/** `routeParam`: of the institution, as soon as that is known. */
export function refuseCommon(password = '', routeParam = ''): void {
  if (password !== '' && isCommon(password, routeParam))
    throw new Refused('This password is one that others would try first.');
}

const findRoute = query<{ routeParam: string }>(`
  select route_param as "routeParam" from institutions where institution_code = $1`);

export async function refuseCommonOf(db: Db, institutionCode: string, password = ''): Promise<void> {
  const [institution] = await findRoute(db, institutionCode);
  refuseCommon(password, institution?.routeParam);
}
