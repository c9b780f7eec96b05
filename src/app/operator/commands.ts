// The provider's commands for institutions, their staff, partners, mails and people; what each does, and what it says when the
// database refuses.
import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { closeDemo } from '#app/demo/ensure-demo.ts';
import { writeTemplate } from '#app/template/write-template.ts';
import type { Connection } from '#db/connection.ts';
import type { Db } from '#db/database.ts';
import { checkSchema } from '#db/migrate.ts';
import { readConfig } from '#server/config.ts';
import { addAdministrator, createInstitution } from '#server/records/institutions.ts';
import { keyCommands } from './keys.ts';
import { logOperator } from './log.ts';
import { mailCommands } from './mail.ts';
import {
  CODE,
  type Commands,
  FILE,
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
import { refuseRemoved, removalCommands } from './removal.ts';
import { giveSetupCode, staffCommands } from './staff.ts';
import { versionCommands } from './versions.ts';

const ROUTE = matching('1 to 40 letters, digits, - or _', /^[A-Za-z0-9_-]{1,40}$/);
const CLIENT = matching('8 digits', /^[0-9]{8}$/);
const ISSUER = matching('an address without spaces, up to 200 characters', /^[\x21-\x7e]{1,200}$/);
const KEY_ID = matching('1 to 60 letters, digits, . - or _', /^[A-Za-z0-9._-]{1,60}$/);

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
