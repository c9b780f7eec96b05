// What the service's own role may do to tables that are another's: read and write rows, and of the access log read and add (decision 96).
import type pg from 'pg';
import { type Connection, LIMITS, openingOf, withClient } from './connection.ts';

export interface Role {
  name: string;
  isSuperuser: boolean;
}

const READ_ROLE = 'select rolname as name, rolsuper as "isSuperuser" from pg_roles where rolname = current_user';

export const readRole = (connection: Connection): Promise<Role> =>
  withClient(openingOf(connection, LIMITS.heartbeat).config, async (client) => {
    return (await client.query<Role>(READ_ROLE)).rows[0]!;
  });

/**
 * Statements for what was granted too little or too much, of today's tables, whichever file made them. What the role has as a member of
 * another one does not count, since that may end.
 */
const MISSING = `
  with role as (select oid, rolname as name from pg_roles where rolname = $1),
  wanted as (
    select c.oid::regclass as name,
           case when c.relkind = 'S' then '{SELECT,USAGE}'
                when c.relname = 'schema_migrations' then '{SELECT}'
                when c.relname = 'access_log' then '{INSERT,SELECT}'
                else '{DELETE,INSERT,SELECT,UPDATE}' end::text[] as rights,
           array(select privilege_type::text from aclexplode(c.relacl) where grantee = role.oid order by 1) as granted,
           case when c.relkind = 'S' then 'sequence' else 'table' end as kind
      from pg_class c, role
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'S') and c.relowner <> role.oid
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  )
  select format('grant usage on schema %I to %I', current_schema(), $1) as statement
   where not has_schema_privilege($1, current_schema(), 'usage')
   union all
  select format('revoke all on %1$s %2$s from %4$I; grant %3$s on %1$s %2$s to %4$I', kind, name, array_to_string(rights, ', '), $1)
    from wanted where granted <> rights`;

/** By the owner, as whom the client is connected. */
export async function grantRights(client: pg.Client, { name, isSuperuser }: Role): Promise<void> {
  if (isSuperuser) return;
  const { rows } = await client.query<{ statement: string }>(MISSING, [name]);
  for (const { statement } of rows) await client.query(`begin; ${statement}; commit`);
}
