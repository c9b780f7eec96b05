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
  insert into access_log (institution_code, at, entry_id, actor_kind, user_id, display_name, role, address, act, subject, details, outcome, numbers)
  select institution_code, at, entry_id, actor_kind, user_id, display_name, role, address, act, subject, details, outcome, numbers
    from jsonb_to_recordset(a_entries) as e(
           institution_code text, at timestamptz, entry_id uuid, actor_kind text, user_id text, display_name text, role text,
           address text, act text, subject text, details jsonb, outcome text, numbers integer[])
      on conflict do nothing
$$;

-- Before when entries of an institution may go, by its setting and the database's own clock. Three years at the least, five where
-- nothing was settled.
create or replace function access_log_kept_from(a_institution text) returns timestamptz language plpgsql stable as $$
declare
  today date := (now() at time zone 'Asia/Tokyo')::date;
  years integer;
begin
  -- Of an institution that is being removed nothing stays; its log has been written to a file before.
  if exists (select from removed_institutions where institution_code = a_institution) then return 'infinity'; end if;
  select greatest(3, case when log_years_from <= today then log_years_next else log_years end) into years
    from institution_policies where institution_code = a_institution;
  return (today - make_interval(years => coalesce(years, 5))) at time zone 'Asia/Tokyo';
end $$;

-- Deletes the oldest entries of an institution that are older than that, some at a time, and says how many. Whatever the caller
-- says, none that is younger than the setting allows. As the owner of the log, since the service's own role may not delete from it.
create or replace function prune_access_log(a_institution text, a_before timestamptz, a_limit integer)
returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  pruned integer;
  until timestamptz := least(a_before, access_log_kept_from(a_institution));
begin
  delete from access_log
   where institution_code = a_institution
     and (at, entry_id) in (select at, entry_id from access_log
                             where institution_code = a_institution and at < until
                             order by at, entry_id limit a_limit);
  get diagnostics pruned = row_count;
  return pruned;
end $$;
