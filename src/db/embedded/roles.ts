// The embedded database's two roles (decision 96): one owns what the schema is made of, and the service works as the other.
import { withClient } from '#db/client.ts';
import type { Roles } from '#db/connection.ts';
import { SUPERUSER } from './cluster.ts';
import { PORT } from './server-process.ts';

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
