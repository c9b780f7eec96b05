// The provider's commands, but for those that are loaded by themselves: the ones for institutions, which are opened, listed and removed (closed
// first, then emptied table by table), and with them those of the other files; and what each says when the database refuses.
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { closeDemo } from '#app/demo/ensure-demo.ts';
import { writeTemplate } from '#app/template/write-template.ts';
import type { Connection } from '#db/connection.ts';
import type { Db } from '#db/database.ts';
import { checkSchema } from '#db/migrate.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { readConfig } from '#server/config.ts';
import {
  addAdministrator,
  beginRemoval,
  closeInstitution,
  createInstitution,
  removeInstitution,
} from '#server/records/institutions.ts';
import { inTransaction } from '#server/transaction.ts';
import { keyCommands } from './keys.ts';
import { logOperator } from './log.ts';
import { mailCommands } from './mail.ts';
import {
  CODE,
  type Commands,
  inOne,
  matching,
  NAME,
  type OnConnection,
  Refused,
  readOptions,
  USER,
  Usage,
  type Work,
  withDatabase,
} from './options.ts';
import { BY_PASSWORD, choosePassword, refuseCommon } from './passwords.ts';
import { privacyCommands } from './privacy.ts';
import { giveSetupCode, staffCommands } from './staff.ts';
import { versionCommands } from './versions.ts';

const find = query<{ name: string; isBegun: boolean; live: number }>(`
  select i.name, exists (select from removed_institutions r where r.institution_code = i.institution_code) as "isBegun",
         (select count(*) from reservations r
           where r.institution_code = i.institution_code and r.visit_date >= $2::date and is_live(r.status)) as live
    from institutions i where i.institution_code = $1 for update of i`);

const findRemoved = query<{ isCode: boolean }>(`
  select institution_code = $1 as "isCode" from removed_institutions
   where institution_code = $1 or lower(route_param) = lower($2)`);

/** What people know an institution by that is gone is given to no other. */
async function refuseRemoved(db: Db, code: string, route: string): Promise<void> {
  const [removed] = await findRemoved(db, code, route);
  if (!removed) return;
  const what = removed.isCode ? 'institution code' : 'route parameter';
  throw new Refused(`This ${what} was that of an institution which is removed.`);
}

/** Looks once whether it is meant; what was begun before only goes on. */
async function close(db: Db, code: string, name: string, withReservations: boolean): Promise<void> {
  const now = new Date();
  const [institution] = await find(db, code, today(now));
  if (!institution) throw new Refused('There is no such institution.');
  if (institution.name !== name) throw new Refused(`Institution ${code} has another name.`);
  if (institution.isBegun) return;
  if (institution.live > 0 && !withReservations) {
    const count = institution.live === 1 ? '1 reservation stands' : `${institution.live} reservations stand`;
    throw new Refused(`${count} from today on: --with-reservations removes them all the same.`);
  }
  await closeInstitution(db, code, now);
  await beginRemoval(db, code, now);
  await logOperator(db, code, '医療機関の削除', code);
}

const readLog = query<{ at: string; id: string; line: string }>(`
  select at::text, entry_id as id, jsonb_build_object(
           'at', at, 'actorKind', actor_kind, 'userId', user_id, 'displayName', display_name, 'role', role, 'address', address,
           'act', act, 'subject', subject, 'numbers', numbers, 'details', details, 'outcome', outcome)::text as line
    from access_log where institution_code = $1 and (at, entry_id) > ($2::timestamptz, $3::uuid) order by at, entry_id limit 1000`);

/** Who has seen whose data must stay known for years, also when the institution is gone: a line of JSON for each entry, whole before any is deleted. */
async function saveAccessLog(db: Db, code: string): Promise<string> {
  const { dir } = readConfig(process.env).backups;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const file = path.join(dir, `access-log-${code}-${new Date().toISOString().replaceAll(/[-:]|\..*/g, '')}.jsonl`);
  const handle = await open(file, 'wx', 0o600);
  let count = 0;
  try {
    let [at, id] = ['-infinity', '00000000-0000-0000-0000-000000000000'];
    for (;;) {
      const entries = await readLog(db, code, at, id);
      const last = entries.at(-1);
      if (!last) break;
      await handle.write(entries.map(({ line }) => `${line}\n`).join(''));
      count += entries.length;
      ({ at, id } = last);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return `\nIts access log (${count} entries) is in ${file}: keep it for as long as logs are to be kept.`;
}

const removalCommands: Commands = {
  'remove-institution': async (args) => {
    const options = readOptions(args, { code: CODE, name: NAME }, {}, ['with-reservations']);
    const { code, name, 'with-reservations': withReservations } = options;
    return async (db) => {
      await inTransaction(db, (transaction) => close(transaction, code, name, Boolean(withReservations)));
      const log = await saveAccessLog(db, code);
      const counts = await removeInstitution(db, code);
      const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
      return `Institution ${code} (${name}) is removed: ${counts.reservations ?? 0} reservations, ${rows} rows in all.${log}`;
    };
  },
};

const ROUTE = matching('1 to 40 letters, digits, - or _', /^[A-Za-z0-9_-]{1,40}$/);

const FROM_TEMPLATE = 'from-template';
/** So long managers of a new institution do without a second factor. */
const GRACE_DAYS = 14;

/** Of the command that is carried out: printed once the transaction stands. */
const afterwards: string[] = [];
const printAfterwards = (line: string) => afterwards.push(line);

/** Reads everything before the database is opened, so that nothing waits for somebody's typing. */
const COMMANDS: Commands = {
  'create-institution': async (args) => {
    const fields = { code: CODE, route: ROUTE, name: NAME, admin: USER, 'admin-name': NAME };
    const options = readOptions(args, fields, {}, [...BY_PASSWORD, FROM_TEMPLATE]);
    const { code, route, name, admin, 'admin-name': displayName } = options;
    const password = await choosePassword(options, admin, printAfterwards);
    refuseCommon(password, route);
    return inOne(async (db) => {
      await refuseRemoved(db, code, route);
      const now = new Date();
      const managersNeedFactorFrom = new Date(now.getTime() + GRACE_DAYS * 86_400_000);
      await createInstitution(db, { institutionCode: code, routeParam: route, name, managersNeedFactorFrom });
      const account = { institutionCode: code, userId: admin };
      await addAdministrator(db, { ...account, displayName, password, mustChangePassword: true });
      if (!password) await giveSetupCode(db, account, printAfterwards);
      if (options[FROM_TEMPLATE]) await writeTemplate(db, code, now);
      await logOperator(db, code, '医療機関の開設', code);
      const closed = await closeDemo(db, readConfig(process.env), now);
      if (closed) afterwards.push(closed);
      return `Institution ${code} (${name}) is open at /CommonTop/${route}, with administrator ${admin}. After the log-in at /AdminLogin, "はじめての設定" leads on.`;
    });
  },

  list: async (args) => {
    readOptions(args, {});
    return listInstitutions;
  },

  ...staffCommands(printAfterwards),
  ...removalCommands,
  ...mailCommands,
  ...privacyCommands,
  ...versionCommands,
  ...keyCommands,
};

async function listInstitutions(db: Db): Promise<string> {
  const rows = await db
    .selectFrom('institutions as i')
    .leftJoin('administrators as a', 'a.institution_code', 'i.institution_code')
    .select(['i.institution_code', 'i.route_param', 'i.name', 'i.closed_at', 'a.user_id'])
    .orderBy('i.institution_code')
    .orderBy('a.user_id')
    .execute();
  if (rows.length === 0) return 'There is no institution yet.';
  const lines = [...Map.groupBy(rows, (row) => row.institution_code)].map(([code, [first, ...others]]) => {
    const users = [first!, ...others].flatMap(({ user_id }) => user_id ?? []);
    const administrators = `${users.length} administrator${users.length === 1 ? '' : 's'}`;
    const closed = first!.closed_at ? ['closed'] : [];
    return [code, first!.route_param, first!.name, [administrators, ...users].join(' '), ...closed].join('\t');
  });
  return lines.join('\n');
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

async function execute(connection: Connection, work: Work): Promise<string> {
  await checkSchema(connection);
  return withDatabase(connection, work).catch((error: { constraint?: string }) => {
    const taken = TAKEN[error.constraint ?? ''];
    throw taken ? new Refused(taken) : error;
  });
}

export const otherCommand =
  (command: string): OnConnection =>
  async (args) => {
    const read = Object.hasOwn(COMMANDS, command) && COMMANDS[command];
    if (!read) throw new Usage(`There is no command ${command}.`);
    afterwards.length = 0;
    const work = await read(args);
    return async ({ connection }) => [await execute(connection, work), ...afterwards].join('\n');
  };
