// The provider's commands about people's data: a file of one person's, erasing it, and the hourly work at once.
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { erase } from '#backoffice/people/disclosure/server-erase.ts';
import { writeExport } from '#backoffice/people/disclosure/server-export.ts';
import { type FoundPerson, findPeople, newestNumber, readPerson } from '#backoffice/people/disclosure/server-person.ts';
import type { Db } from '#db/database.ts';
import { today } from '#domain/calendar/clock.ts';
import { settleSecret } from '#server/access/key-ring.ts';
import { ErasureLedger } from '#server/backup/erasure-ledger.ts';
import { readDataId } from '#server/backup/stored-backups.ts';
import { readConfig } from '#server/config.ts';
import { runRetention } from '#server/privacy/run-retention.ts';
import { inTransaction } from '#server/transaction.ts';
import { Failure } from '#wire/failure.ts';
import { logOperator } from './log.ts';
import { ADDRESS, CODE, type Commands, FILE, inOne, NUMBER, Refused, readOptions, Usage } from './options.ts';
import { readFirstLine } from './passwords.ts';

const now = () => new Date();
const NOBODY = { mail: '', number: null, kana: '', birthDate: null };

async function askNumber(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await readFirstLine()).trim();
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
  }
}

async function findOne(
  db: Db,
  institution: string,
  sought: { number: number } | { mail: string },
): Promise<FoundPerson> {
  const { people } = await findPeople(db, institution, { ...NOBODY, ...sought });
  const [person, ...others] = people;
  if (!person) throw new Refused('Nobody was found.');
  if (others.length > 0) throw new Refused('Several people share this account: say which with --reservation.');
  return person;
}

const inWords = (error: unknown): never => {
  throw error instanceof Failure ? new Refused(error.sentences.join(' ')) : error;
};

export const privacyCommands: Commands = {
  'person export': async (args) => {
    const fields = { institution: CODE, out: FILE };
    const { institution, out, reservation, mail } = readOptions(args, fields, { reservation: NUMBER, mail: ADDRESS });
    if ((reservation === undefined) === (mail === undefined)) throw new Usage('Say either --reservation or --mail.');
    return inOne(async (db) => {
      const sought = mail === undefined ? { number: Number(reservation) } : { mail };
      const found = await findOne(db, institution, sought);
      const person = await readPerson(db, institution, found);
      const asked = { institutionCode: institution, examineeId: found.examineeId, now: now() };
      const { json } = await writeExport(db, asked, person);
      const count = person.reservations.length;
      await logOperator(db, institution, 'person export', newestNumber(person), { act: 'export', count });
      // Whoever may read it is the operator's to say, and at first nobody else.
      await writeFile(out, json, { mode: 0o600 });
      return `What is kept of the person, with ${count} reservations, is in ${out}.`;
    });
  },

  'person erase': async (args) => {
    const fields = { institution: CODE, reservation: NUMBER };
    const options = readOptions(args, fields, {}, ['whole-account']);
    const { institution, reservation } = options;
    const again = await askNumber('The reservation number again, to erase for good: ');
    if (again !== reservation) throw new Refused('The number was not given again, or another one: nothing was erased.');
    return async (db) => {
      const secret = await settleSecret(db, readConfig(process.env));
      const message = await inTransaction(db, async (transaction) => {
        const found = await findOne(transaction, institution, { number: Number(reservation) });
        const erased = await erase(transaction, {
          ...found,
          secret,
          institutionCode: institution,
          isWholeAccount: options['whole-account'] === true,
          version: null,
          now: now(),
          today: today(now()),
        });
        const count = erased.reservations.length;
        await logOperator(transaction, institution, 'person erase', reservation, { act: 'erase', count });
        return `${count} reservations no longer show whom they were for.`;
      }).catch(inWords);
      const { backups, databaseUrl, dataDir } = readConfig(process.env);
      await new ErasureLedger(backups.dir, databaseUrl === null ? readDataId(dataDir) : null).write(db);
      return message;
    };
  },

  'privacy-run': async (args) => {
    const { institution } = readOptions(args, {}, { institution: CODE });
    return async (db) => {
      const failed: string[] = [];
      const report = (what: string, error: unknown) => void failed.push(`${what}: ${(error as Error).message}`);
      const options = { institutionCode: institution, isAnew: true };
      const forgotten = await runRetention(
        { db, clock: now, secret: await settleSecret(db, readConfig(process.env)) },
        report,
        options,
      );
      if (failed.length > 0) throw new Refused(failed.join('; '));
      const lines = Object.entries(forgotten).map(([table, count]) => `${table}\t${count}`);
      return lines.length > 0 ? lines.join('\n') : 'There is no such institution, or nothing to look at.';
    };
  },
};
