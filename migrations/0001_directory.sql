-- Directory tables: the few things that are looked up before the institution is known. They stay small and are not
-- sharded. Everything else carries institution_code first in its keys.

create table institution_routes (
  route_param text primary key check (route_param ~ '^[A-Za-z0-9_-]{1,40}$'),
  institution_code text not null
);

create table administrator_directory (
  user_id text primary key check (user_id ~ '^[A-Za-z0-9]{8}$'),
  institution_code text not null
);

-- A token is stored only as its SHA-256: who reads this table cannot act as anybody.
create table sessions (
  token_hash bytea primary key,
  kind text not null check (kind in ('administrator', 'examinee')),
  institution_code text not null,
  administrator_id text,
  examinee_id bigint,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  check ((kind = 'administrator') = (administrator_id is not null)),
  check ((kind = 'examinee') = (examinee_id is not null))
);
create index sessions_by_person on sessions (institution_code, administrator_id, examinee_id);
create index sessions_by_age on sessions (last_used_at);

-- Failed tries, keyed by a hash of what was tried (a user id, an address, a mail), whether that exists or not.
create table failed_tries (
  key text primary key,
  failures integer not null check (failures >= 0),
  last_failure_at timestamptz not null
);
create index failed_tries_by_age on failed_tries (last_failure_at);
