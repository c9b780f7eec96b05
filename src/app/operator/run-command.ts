// The provider's command: finds what is to be done and the database to do it on. Each kind of work is loaded when it is asked for: a
// nightly backup has no use for the memory of all the others.

import { explainRefusal } from '#app/explain-refusal.ts';
import { type Roles, rolesAt } from '#db/connection.ts';
import { hasHome } from '#db/embedded/account.ts';
import { settleRoles } from '#db/embedded/cluster.ts';
import { connectRunning, startEmbedded } from '#db/embedded/embedded.ts';
import { AlreadyRunning } from '#db/embedded/owner.ts';
import { DiskFull, isReadOnly, TakesNoWrites } from '#db/errors.ts';
import { migrate } from '#db/migrate.ts';
import { sentenceFor } from '#db/wait-for-database.ts';
import { setAuditOutput } from '#server/access-log/write-log.ts';
import { refuseLostData } from '#server/backup/stored-backups.ts';
import { readConfig } from '#server/config.ts';
import { LOGGED, nameOperator, withEntry } from './log.ts';
import { NAME, type OnConnection, OPERATOR, Refused, readOptions, subjectLine, Usage } from './options.ts';

const HELP = `${OPERATOR} <command>

  create-institution --code 10000002 --route my-clinic --name "..." --admin clinic01 --admin-name "..." [--from-template]
  remove-institution --code 10000002 --name "..." [--with-reservations]
  add-administrator --institution 10000001 --user clinic02 --name "..." [--role manager|reception|viewer]
  reset-administrator --user clinic02 [--clear-two-factor]
  disable-administrator --user clinic02 [--last]
  enable-administrator --user clinic02
  unlock-administrator --user clinic02
  add-partner-key --institution 10000001 --client 00000101 --issuer https://portal.example.jp --key-id 2026 --file key.pem
  remove-partner-key --institution 10000001 --client 00000101 --key-id 2026
  list
  migrate [--new]
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
  postal-codes FILE...
  versions
  rotate-key [--finish]
  help

Every command is an entry in the access log of the institutions that it concerns. --by NAME, or OPERATOR_NAME, says who gives it; those that show, change or copy people's data ask for it: backup, restore, mail show, resend, retry and release, daily-run, person, privacy-run, remove-institution.
create-institution opens an empty one or, with --from-template, one with slots, frames, examination items, options, two private courses and closed days, which a clinic makes its own. It is not booked before capacity is set and a course is published.
remove-institution closes it first, then deletes all that is its own; broken off, it goes on when it is called again. Its code, its route and its user ids are not given again.
create-institution, add-administrator and reset-administrator print a set-up code, with which its owner sets a password. With --ask-password one is asked for, or read from the first line of standard input; with --generate one is made and printed: either is changed at the first log-in. reset-administrator lifts no stop. disable-administrator stops the last manager of an institution only with --last.
A partner key is the public key with which a client's portal signs the people that it hands over (docs/operations.md).
mail test sends one right away, over SMTP_URL. mail retry tries at once what was refused and would be tried again later. daily-run writes the reminders and invitations of today that are not written yet.
person writes out or erases what is kept of one person, whom a reservation names; erasing asks for its number again. privacy-run forgets at once what the hourly work would.
rotate-key goes over to a new SECRET_KEY and seals again what is sealed; --finish ends the key of before (docs/operations.md, "The key").
backup writes everything of one moment to a file while the service goes on, encrypted with a passphrase that is asked for or comes from BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE; --plain writes one that anybody can read, without SECRET_KEY.
restore brings one back into an empty database, and starts nothing: mails that waited then are held until mail release.
postal-codes reads Japan Post's lists (KEN_ALL and JIGYOSYO, zipped or not) in the place of what was read in before: name all of them in one command. versions says which program, Node, PostgreSQL and postal codes are at work.
verify looks whether the data are as they must be (counts, histories, mails, totals, who belongs to whom); it changes nothing.
migrate brings the schema up to date, as the start of the service does; the other commands refuse to work on an old one. --new begins with nothing where backups of other data are.
It works on DATABASE_URL, or else on the embedded database of DATA_DIR, whether the service runs or not.`;

const JUST_MOVING = 'The service is just starting or stopping: try again in a moment.';
const FULL_DISK = 'The disk is full: nothing is saved until there is room on it.';

/** Why the database of the running service did not do it: the service keeps the last of its disk, or has just come or gone. */
const sentenceOf = (error: unknown) =>
  error instanceof TakesNoWrites || error instanceof DiskFull || isReadOnly(error)
    ? FULL_DISK
    : sentenceFor(error) && JUST_MOVING;

async function onDatabase(act: (roles: Roles) => Promise<string>, mayMake: boolean): Promise<string> {
  const config = readConfig(process.env);
  const { databaseUrl, dataDir, postgresBin } = config;
  if (databaseUrl) {
    process.stderr.write(subjectLine(`the database at ${URL.parse(databaseUrl)?.host || 'a socket'} (DATABASE_URL)`));
    return act(rolesAt(databaseUrl, config.databaseOwnerUrl)).catch((error) => refuseOr(sentenceFor(error), error));
  }
  if (!mayMake && !hasHome(dataDir)) {
    throw new Refused(`There is no database in ${dataDir} (DATA_DIR): "migrate" makes one, "restore" brings one back.`);
  }
  process.stderr.write(subjectLine(`the data in ${dataDir} (DATA_DIR)`));
  const running = connectRunning(dataDir);
  if (running) {
    // A service of release 1.0.0 has only the superuser.
    const booking = settleRoles(running).then(() => act(running));
    return booking.catch((error) => refuseOr(sentenceOf(error), error));
  }
  const own = await startEmbedded(dataDir, { machineBin: postgresBin }).catch((error: unknown) => {
    // The service came up in the meantime.
    if (error instanceof AlreadyRunning) return null;
    throw error;
  });
  try {
    const roles = own ?? connectRunning(dataDir);
    if (!roles) throw new Refused(JUST_MOVING);
    return await act(roles);
  } finally {
    await own?.stop();
  }
}

/** The folder that is taken where nobody has named one is hardly ever that of the service. */
function refuseUnnamedFolder(): void {
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl || process.env.DATA_DIR || hasHome(dataDir)) return;
  throw new Refused(
    `${dataDir} holds no data of a service, and DATA_DIR is not set: say which folder it is to be, or use deploy/operator.sh, which knows the service's.`,
  );
}

function refuseOr(sentence: string | null, error: unknown): never {
  throw sentence ? new Refused(sentence) : error;
}

async function bringUpToDate(roles: Roles): Promise<string> {
  const applied = await migrate(roles, undefined, (line) => console.error(line));
  return applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.';
}

const migrateCommand: OnConnection = async (args) => {
  refuseLostData(readConfig(process.env), readOptions(args, {}, {}, ['new']).new === true);
  return bringUpToDate;
};

/** Where there is no database yet, the others have nothing to do: a folder that was mistyped stays as it is. */
const MAKERS = ['migrate', 'restore'];

async function load(command: string): Promise<OnConnection> {
  if (command === 'migrate') return migrateCommand;
  if (command === 'verify') return (await import('./restore.ts')).verifyCommand;
  if (command === 'backup') return (await import('./backup.ts')).backupCommand;
  if (command === 'restore') return (await import('./restore.ts')).restoreCommand;
  return (await import('./commands.ts')).otherCommand(command);
}

function takeName(command: string, args: readonly string[]): string[] {
  const at = args.findIndex((word) => word === '--by' || word.startsWith('--by='));
  const [word = '', next = ''] = at < 0 ? [] : args.slice(at, at + 2);
  const [given, words] = word === '--by' ? [next, 2] : [word.slice('--by='.length), 1];
  const name = at < 0 ? (process.env.OPERATOR_NAME ?? '') : given;
  if (name !== '' && !NAME.fits(name)) throw new Usage(`--by must be ${NAME.what}.`);
  const isMissing = name === '' && (at >= 0 || LOGGED[command]?.isNamed);
  if (isMissing) throw new Usage('Say who you are, for the access log: --by NAME, or OPERATOR_NAME.');
  nameOperator(name);
  return at < 0 ? [...args] : args.toSpliced(at, words);
}

export async function runCommand([first = 'help', ...rest]: string[]): Promise<number> {
  const [command, args] = ['mail', 'person'].includes(first)
    ? [`${first} ${rest[0] ?? ''}`.trim(), rest.slice(1)]
    : [first, rest];
  // Whoever asks a command for help wants the same.
  if (command === 'help' || [first, ...rest].some((word) => ['--help', '-h'].includes(word))) {
    console.log(HELP);
    return 0;
  }
  try {
    if (MAKERS.includes(command)) refuseUnnamedFolder();
    const perform = await load(command);
    const own = takeName(command, args);
    setAuditOutput(readConfig(process.env).isAccessLogPrinted ? (line) => process.stdout.write(line) : null);
    const work = await perform(own);
    const logged = (roles: Roles) => withEntry(roles, command, own, work);
    console.log(await onDatabase(logged, MAKERS.includes(command)));
    return 0;
  } catch (error) {
    const refusal = error instanceof Refused ? error : explainRefusal(error);
    const { message } = refusal ?? (error as Error);
    const advice = error instanceof Usage ? ` "${OPERATOR} help" says more.` : '';
    // What the database or the machine says may have many lines; what was refused is reported as it is.
    console.error(`${refusal ? message : message.split('\n')[0]}${advice}`);
    return error instanceof Usage ? 2 : 1;
  }
}
