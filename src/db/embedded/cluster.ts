// Makes the embedded PostgreSQL's cluster where there is none, the folder of its socket, and its two roles (decision 96): one owns what the
// schema is made of, and the service works as the other.
import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Roles, withClient } from '#db/connection.ts';
import { MAY_PASS, StartRefused } from '#db/errors.ts';
import { canReach, digest, hasCluster, type Place, SIGNPOST } from './account.ts';
import { draftName, moveIntoPlace, sweepDrafts } from './drafts.ts';
import { childOptions, type Home } from './programs.ts';
import { PORT } from './server-process.ts';

/** Looks after the server itself, and nothing of the service's work. */
export const SUPERUSER = 'biyori';

export async function makeCluster(home: Home, durable: boolean): Promise<void> {
  sweepDrafts(home.folder, 'postgres');
  if (!hasCluster(home.cluster)) {
    if (existsSync(home.cluster) && readdirSync(home.cluster).length > 0) {
      throw new StartRefused(
        `${home.cluster} holds something that is not a PostgreSQL cluster: move it away, then start again.`,
      );
    }
    // A draft, then a rename: an initdb that is killed half-way leaves nothing that looks like a cluster.
    const draft = draftName(home.cluster);
    mkdirSync(draft, { mode: 0o700 });
    if (process.getuid?.() === 0) chownSync(draft, home.account.uid, home.account.gid);
    const locale = ['--encoding=UTF8', '--locale=C'];
    // "trust" lets in whoever reaches the socket, and only PostgreSQL's own account (and root) may enter its folder.
    const args = ['--auth=trust', `--username=${SUPERUSER}`, '--no-instructions', ...(durable ? [] : ['--no-sync'])];
    await initdb(home, [`--pgdata=${draft}`, ...locale, ...args]);
    moveIntoPlace(draft, home.cluster);
    if (durable) syncFolder(home.folder);
  }
  leaveSignpost(home);
}

async function initdb(home: Home, args: string[]): Promise<void> {
  try {
    await promisify(execFile)(join(home.bin, 'initdb'), args, childOptions(home));
  } catch (error) {
    const { message, stderr } = error as Error & { stderr?: string };
    throw new StartRefused(`PostgreSQL's initdb failed on ${home.cluster}:\n${stderr?.trim() || message}`, MAY_PASS);
  }
}

/** Only once the cluster is there: a signpost to nothing stops every later start. */
function leaveSignpost({ data, elsewhere }: Place): void {
  if (elsewhere) writeFileSync(join(data, SIGNPOST), `${elsewhere}\n`, { mode: 0o600 });
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** A socket's path may have 103 bytes on macOS, 107 on Linux. */
const LONGEST_FOLDER = 80;

/**
 * Beside the cluster, where commands see it too: a service under systemd may have a temporary folder of its own. Only a path that is too
 * long has to lie there.
 */
export function socketFolderOf({ folder, cluster, account }: Pick<Place, 'folder' | 'cluster' | 'account'>): string {
  const beside = join(folder, 'socket');
  if (Buffer.byteLength(beside) <= LONGEST_FOLDER) return beside;
  const fits = (dir: string) => Buffer.byteLength(dir) <= 60 && existsSync(dir) && canReach(realpathSync(dir), account);
  return join([tmpdir()].find(fits) ?? '/tmp', `biyori-${digest(`${account.uid} ${cluster}`)}`);
}

export function makeSocketFolder(home: Place): string {
  const { account } = home;
  const folder = socketFolderOf(home);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = lstatSync(folder);
  // Anyone may write to the temporary folder: a folder or link put there by someone else would hand them the database.
  if (!found.isDirectory() || ![account.uid, process.getuid?.()].includes(found.uid)) {
    throw new StartRefused(`${folder} was made by someone else: remove it, then start again.`);
  }
  chmodSync(folder, 0o700);
  if (found.uid !== account.uid) lchownSync(folder, account.uid, account.gid);
  return folder;
}

export const DATABASE = 'biyori';
const OWNER = 'biyori_owner';
export const RUNTIME = 'biyori_service';

type Own = { host: string; port: number; user: string; database: string };

/** Whom the embedded database can be reached as; the superuser is for the server's own affairs, and for tests. */
export interface EmbeddedRoles extends Roles {
  connection: Own;
  owner: Own;
  superuser: Own;
}

export function rolesAt(host: string): EmbeddedRoles {
  const as = (user: string): Own => ({ host, port: PORT, user, database: DATABASE });
  return { connection: as(RUNTIME), owner: as(OWNER), superuser: as(SUPERUSER) };
}

const LACKING = `
  select format('create role %I login', name) as statement
    from unnest(array['${OWNER}', '${RUNTIME}']) as name where not exists (select from pg_roles where rolname = name)
   union all
  select 'alter database ${DATABASE} owner to ${OWNER}'
   where exists (select from pg_database d join pg_roles r on r.oid = d.datdba where d.datname = '${DATABASE}' and r.rolname <> '${OWNER}')`;

/** Release 1.0.0 made everything as the superuser, whose things PostgreSQL hands over one by one only. */
const SUPERUSERS_OWN = `
  with own as (
    select format(case c.relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end || ' %s', c.oid::regclass) as thing
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relowner = '${SUPERUSER}'::regrole and c.relkind in ('r', 'p', 'v', 'S')
       and not exists (select from pg_depend d
                        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i', 'e'))
     union all
    select format('routine %s', p.oid::regprocedure) from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.proowner = '${SUPERUSER}'::regrole
     union all
    select format('type %s', t.oid::regtype) from pg_type t left join pg_class c on c.oid = t.typrelid
     where t.typnamespace = 'public'::regnamespace and t.typowner = '${SUPERUSER}'::regrole
       and (t.typtype in ('d', 'e') or c.relkind = 'c')
  )
  select format('alter %s owner to ${OWNER}', thing) as statement from own`;

export const settleRoles = ({ superuser }: Pick<EmbeddedRoles, 'superuser'>): Promise<void> =>
  withClient({ ...superuser, ssl: false, connectionTimeoutMillis: 5_000 }, async (client) => {
    for (const missing of [LACKING, SUPERUSERS_OWN]) {
      const { rows } = await client.query<{ statement: string }>(missing);
      // Together: all of it, or nothing.
      if (rows.length > 0) await client.query(rows.map(({ statement }) => statement).join(';'));
    }
  });
