-- The access log is written and read; what has run out of its time is pruned. Nothing else happens to it.

-- Asked once for a statement: who calls whom is the database's own word, which no setting can forge.
create or replace function keep_access_log() returns trigger language plpgsql as $$
declare
  callers text;
begin
  get diagnostics callers = pg_context;
  if tg_op = 'DELETE' and callers like '%PL/pgSQL function prune_access_log(%' then
    return null;
  end if;
  raise exception using errcode = 'insufficient_privilege', message = 'the access log is not changed';
end $$;

create or replace trigger is_kept before update or delete or truncate on access_log
  for each statement execute function keep_access_log();

-- Writes entries, each as an object of the table's columns. One that is written again, since nobody heard of the first time, is there once.
create or replace function write_access_log(a_entries jsonb) returns void language sql as $$
  insert into access_log (institution_code, at, entry_id, actor_kind, user_id, display_name, role, address, act, subject, details, outcome)
  select institution_code, at, entry_id, actor_kind, user_id, display_name, role, address, act, subject, details, outcome
    from jsonb_to_recordset(a_entries) as e(
           institution_code text, at timestamptz, entry_id uuid, actor_kind text, user_id text, display_name text, role text,
           address text, act text, subject text, details jsonb, outcome text)
      on conflict do nothing
$$;

-- Deletes the oldest entries of an institution that are older than that, some at a time, and says how many.
create or replace function prune_access_log(a_institution text, a_before timestamptz, a_limit integer)
returns integer language plpgsql as $$
declare
  pruned integer;
begin
  delete from access_log
   where institution_code = a_institution
     and (at, entry_id) in (select at, entry_id from access_log
                             where institution_code = a_institution and at < a_before
                             order by at, entry_id limit a_limit);
  get diagnostics pruned = row_count;
  return pruned;
end $$;
