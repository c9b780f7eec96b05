// The provider's command: opens institutions, and gives administrators their access.
import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Connection } from '#db/connection.ts';
import { type Db, openDatabase } from '#db/database.ts';
import { connectRunning, startEmbedded } from '#db/embedded/embedded.ts';
import { OtherMajorVersion } from '#db/embedded/major-version.ts';
import { AlreadyRunning } from '#db/embedded/owner.ts';
import { checkSchema, migrate } from '#db/migrate.ts';
import { BadConfig, readConfig } from '#server/config.ts';
import { addAdministrator, createInstitution } from '#server/records/institutions.ts';
import { inTransaction } from '#server/transaction.ts';
import { closeDemo } from './demo/keep-demo.ts';
import { backupCommand, restoreCommand } from './operator-backup.ts';
import { logOperator } from './operator-log.ts';
import { mailCommands } from './operator-mail.ts';
import {
  CODE,
  type Commands,
  type Field,
  matching,
  NAME,
  type OnConnection,
  Refused,
  readOptions,
  USER,
  Usage,
  type Work,
} from './operator-options.ts';
import { choosePassword, refuseCommon } from './operator-passwords.ts';
import { privacyCommands } from './operator-privacy.ts';
import { refuseRemoved, removalCommands } from './operator-removal.ts';
import { staffCommands } from './operator-staff.ts';
import { verifyCommand } from './operator-verify.ts';
import { writeTemplate } from './template/write-template.ts';

const HELP = `npm run operator -- <command>

  create-institution --code 10000002 --route my-clinic --name "..." --admin clinic01 --admin-name "..." [--from-template]
  remove-institution --code 10000002 --name "..." [--with-reservations]
  add-administrator --institution 10000001 --user clinic02 --name "..." [--role manager|reception|viewer]
  reset-administrator --user clinic02 [--setup-code] [--clear-two-factor]
  disable-administrator --user clinic02 [--last]
  enable-administrator --user clinic02
  unlock-administrator --user clinic02
  add-partner-key --institution 10000001 --client 00000101 --issuer https://portal.example.jp --key-id 2026 --file key.pem
  remove-partner-key --institution 10000001 --client 00000101 --key-id 2026
  list
  migrate
  verify
  backup FILE [--plain]
  restore FILE
  mail list [--institution 10000001] [--state failed] [--reservation 100000001]
  mail show --institution 10000001 --id ...
  mail resend --institution 10000001 (--id ... | --failed)
  mail retry --institution 10000001
  mail release [--institution 10000001] [--id ...] [--withdraw]
  mail test --institution 10000001 --to somebody@example.jp
  set-sender-domains --institution 10000001 --domains a.example.jp,b.example.jp
  daily-run [--institution 10000001]
  person export --institution 10000001 (--reservation 100000001 | --mail ...) --out person.json
  person erase --institution 10000001 --reservation 100000001 [--whole-account]
  privacy-run [--institution 10000001]
  help

create-institution opens an empty one or, with --from-template, one with slots, frames, examination items, options, two private courses and closed days, which a clinic makes its own. It is not booked before capacity is set and a course is published.
remove-institution closes it first, then deletes all that is its own; broken off, it goes on when it is called again. Its code, its route and its user ids are not given again.
reset-administrator gives a password or, with --setup-code, a code with which its owner sets one; it lifts no stop. disable-administrator stops the last manager of an institution only with --last.
A partner key is the public key with which a client's portal signs the people that it hands over (docs/operations.md).
mail test sends one right away, over SMTP_URL. mail retry tries at once what was refused and would be tried again later. daily-run writes the reminders and invitations of today that are not written yet.
person writes out or erases what is kept of one person, whom a reservation names; erasing asks for its number again. privacy-run forgets at once what the hourly work would.
backup writes everything of one moment to a file while the service goes on, encrypted with a passphrase that is asked for or comes from BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE; --plain writes one that anybody can read, without SECRET_KEY.
restore brings one back into an empty database, and starts nothing: mails that waited then are held until mail release.
verify looks whether the data are as they must be (counts, histories, mails, totals, who belongs to whom); it changes nothing.
migrate brings the schema up to date, as the start of the service does; the other commands refuse to work on an old one.
A password is asked for, or read from the first line of standard input; with --generate one is made and printed.
It works on DATABASE_URL, or else on the embedded database of DATA_DIR, whether the service runs or not.`;

const ROUTE = matching('1 to 40 letters, digits, - or _', /^[A-Za-z0-9_-]{1,40}$/);
const CLIENT = matching('8 digits', /^[0-9]{8}$/);
const ISSUER = matching('an address without spaces, up to 200 characters', /^[\x21-\x7e]{1,200}$/);
const KEY_ID = matching('1 to 60 letters, digits, . - or _', /^[A-Za-z0-9._-]{1,60}$/);
const FILE: Field = { what: 'a file', fits: (value) => value !== '' };

const GENERATE = ['generate'];
const FROM_TEMPLATE = 'from-template';

/** Printed once the transaction stands. */
const afterwards: string[] = [];
const tellAfterwards = (line: string) => afterwards.push(line);

/** All or nothing. */
const inOne =
  (work: Work): Work =>
  (db) =>
    inTransaction(db, work);

/** Reads everything before the database is opened, so that nothing waits for somebody's typing. */
const COMMANDS: Commands = {
  'create-institution': async (args) => {
    const fields = { code: CODE, route: ROUTE, name: NAME, admin: USER, 'admin-name': NAME };
    const options = readOptions(args, fields, {}, [...GENERATE, FROM_TEMPLATE]);
    const { code, route, name, admin, 'admin-name': displayName } = options;
    const password = await choosePassword(args, admin, tellAfterwards);
    refuseCommon(password, route);
    return inOne(async (db) => {
      await refuseRemoved(db, code, route);
      await createInstitution(db, { institutionCode: code, routeParam: route, name });
      await addAdministrator(db, { institutionCode: code, userId: admin, displayName, password });
      const now = new Date();
      if (options[FROM_TEMPLATE]) await writeTemplate(db, code, now);
      await logOperator(db, code, '医療機関の開設', code);
      const closed = await closeDemo(db, readConfig(process.env), now);
      if (closed) afterwards.push(closed);
      return `Institution ${code} (${name}) is open at /CommonTop/${route}, with administrator ${admin}. After the log-in at /AdminLogin, "はじめての設定" leads on.`;
    });
  },

  'add-partner-key': async (args) => {
    const fields = { institution: CODE, client: CLIENT, issuer: ISSUER, 'key-id': KEY_ID, file: FILE };
    const { institution, client, issuer, 'key-id': keyId, file } = readOptions(args, fields);
    const publicKey = readPublicKey(file);
    return inOne(async (db) => {
      const row = { institution_code: institution, client_code: client, key_id: keyId, issuer, public_key: publicKey };
      await db.insertInto('partner_keys').values(row).execute();
      await logOperator(db, institution, 'パートナーの鍵の登録', client);
      return `Client ${client} of institution ${institution} may now hand people over, signed with key ${keyId}.`;
    });
  },

  'remove-partner-key': async (args) => {
    const fields = { institution: CODE, client: CLIENT, 'key-id': KEY_ID };
    const { institution, client, 'key-id': keyId } = readOptions(args, fields);
    return inOne(async (db) => {
      const { numDeletedRows } = await db
        .deleteFrom('partner_keys')
        .where('institution_code', '=', institution)
        .where('client_code', '=', client)
        .where('key_id', '=', keyId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new Refused(`Client ${client} has no key ${keyId}.`);
      await logOperator(db, institution, 'パートナーの鍵の削除', client);
      return `Key ${keyId} of client ${client} is no longer believed.`;
    });
  },

  list: async (args) => {
    readOptions(args, {});
    return listInstitutions;
  },

  ...staffCommands(tellAfterwards),
  ...removalCommands,
  ...mailCommands,
  ...privacyCommands,
};

async function listInstitutions(db: Db): Promise<string> {
  const rows = await db
    .selectFrom('institutions as i')
    .leftJoin('administrators as a', 'a.institution_code', 'i.institution_code')
    .select(['i.institution_code', 'i.route_param', 'i.name', 'a.user_id'])
    .orderBy('i.institution_code')
    .orderBy('a.user_id')
    .execute();
  if (rows.length === 0) return 'There is no institution yet.';
  const lines = [...Map.groupBy(rows, (row) => row.institution_code)].map(([code, [first, ...others]]) => {
    const users = [first!, ...others].flatMap(({ user_id }) => user_id ?? []);
    const administrators = `${users.length} administrator${users.length === 1 ? '' : 's'}`;
    return [code, first!.route_param, first!.name, [administrators, ...users].join(' ')].join('\t');
  });
  return lines.join('\n');
}

/** In PEM, of a kind that people can be handed over with. */
function readPublicKey(file: string): string {
  let text: string;
  let key: KeyObject;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new Refused(`${file} cannot be read.`);
  }
  if (text.includes('PRIVATE KEY')) throw new Refused('This is a private key: it stays with the partner.');
  try {
    key = createPublicKey(text);
  } catch {
    throw new Refused(`${file} holds no public key in PEM.`);
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  const isStrong =
    type === 'ed25519' ||
    (type === 'ec' && details?.namedCurve === 'prime256v1') ||
    (type === 'rsa' && (details?.modulusLength ?? 0) >= 2048);
  if (!isStrong) throw new Refused('The key must be RSA of 2048 bits or more, EC on P-256, or Ed25519.');
  return key.export({ type: 'spki', format: 'pem' }).toString();
}

/** What the database refuses is what somebody else was given already. */
const TAKEN: Record<string, string> = {
  institutions_pkey: 'This institution code is already taken.',
  institution_routes_pkey: 'This route parameter is already taken.',
  administrator_directory_pkey: 'This user id is already taken.',
  administrator_directory_any_case: 'This user id is already taken.',
  administrators_institution_code_fkey: 'There is no such institution.',
  partner_keys_pkey: 'This client has a key with this id already.',
  partner_keys_by_issuer: 'Another client has a key of this issuer with this id already.',
  partner_keys_institution_code_client_code_fkey: 'There is no such client.',
};

async function onDatabase(act: (connection: Connection) => Promise<string>): Promise<string> {
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl) return act({ connectionString: databaseUrl });
  const running = connectRunning(dataDir);
  if (running) return act(running);
  const own = await startEmbedded(dataDir).catch((error: unknown) => {
    // The service came up in the meantime.
    if (error instanceof AlreadyRunning) return null;
    throw error;
  });
  try {
    const connection = own?.connection ?? connectRunning(dataDir);
    if (!connection) throw new Refused('The service is just starting or stopping: try again in a moment.');
    return await act(connection);
  } finally {
    await own?.stop();
  }
}

async function execute(connection: Connection, work: Work): Promise<string> {
  await checkSchema(connection);
  const db = openDatabase(connection, 1);
  try {
    return await work(db);
  } catch (error) {
    const taken = TAKEN[(error as { constraint?: string }).constraint ?? ''];
    throw taken ? new Refused(taken) : error;
  } finally {
    await db.destroy();
  }
}

async function bringUpToDate(connection: Connection): Promise<string> {
  const applied = await migrate(connection, undefined, (line) => console.error(line));
  return applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.';
}

const ON_CONNECTION: Record<string, OnConnection> = {
  migrate: async (args) => {
    readOptions(args, {});
    return bringUpToDate;
  },
  verify: verifyCommand,
  backup: backupCommand,
  restore: restoreCommand,
};

/** What is to be done with a connection; everything that it needs has been read then. */
async function prepare(command: string, args: string[]): Promise<(connection: Connection) => Promise<string>> {
  const onConnection = Object.hasOwn(ON_CONNECTION, command) && ON_CONNECTION[command];
  if (onConnection) return onConnection(args);
  const read = Object.hasOwn(COMMANDS, command) && COMMANDS[command];
  if (!read) throw new Usage(`There is no command ${command}.`);
  const work = await read(args);
  return (connection) => execute(connection, work);
}

async function main([first = 'help', ...rest]: string[]): Promise<number> {
  // "mail list" is one command.
  const [command, args] = ['mail', 'person'].includes(first)
    ? [`${first} ${rest[0] ?? ''}`, rest.slice(1)]
    : [first, rest];
  if (['help', '--help', '-h'].includes(command)) {
    console.log(HELP);
    return 0;
  }
  try {
    const said = await onDatabase(await prepare(command, args));
    for (const line of [said, ...afterwards]) console.log(line);
    return 0;
  } catch (error) {
    const { message } = error as Error;
    const advice = error instanceof Usage ? ' "npm run operator -- help" tells more.' : '';
    // What the database or the machine says may have many lines; what was refused is told as it is.
    const isOurs = [Refused, BadConfig, OtherMajorVersion].some((kind) => error instanceof kind);
    console.error(`${isOurs ? message : message.split('\n')[0]}${advice}`);
    return error instanceof Usage ? 2 : 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
