-- What is kept about what was done, and how far the work of forgetting has come.

-- Who of the staff did what, and to whose data. Nobody changes or deletes an entry but prune_access_log (functions/access-log.sql).
-- Not partitioned: how long it is kept is each institution's own, so no month could be dropped as a whole.
create table access_log (
  institution_code text not null,
  at timestamptz not null,
  entry_id uuid not null default gen_random_uuid(),
  actor_kind text not null check (actor_kind in ('staff', 'operator', 'service')),
  user_id text not null default '',
  display_name text not null default '',
  role text check (role in ('manager', 'reception', 'viewer')),
  address text not null default '',
  -- Two digits; domain/staff/acts.ts says which.
  act text not null check (act ~ '^[0-9]{2}$'),
  -- Whom or what it was about: a reservation number, a user id, a record of a master.
  subject text not null default '',
  details jsonb not null default '{}',
  outcome text not null default 'ok' check (outcome in ('ok', 'refused', 'failed')),
  primary key (institution_code, at, entry_id)
);
create index access_log_by_user on access_log (institution_code, user_id, at, entry_id);
create index access_log_by_act on access_log (institution_code, act, at, entry_id);
create index access_log_by_subject on access_log (institution_code, subject, at, entry_id) where subject <> '';

-- Where the hourly work on a table has come to, by institution: the next hour goes on there.
create table privacy_progress (
  institution_code text not null,
  table_name text not null,
  -- Behind which row it goes on, and whether it has come to the end (src/server/privacy/run.ts).
  place jsonb not null default '{}',
  -- When a walk through the whole table began last.
  began_at timestamptz not null,
  primary key (institution_code, table_name)
);

-- Whether a mail address wants invitations: only what its owner, or staff on the owner's word, has said.
create table mail_wishes (
  institution_code text not null,
  -- In small letters.
  mail text collate "C" not null,
  accepts boolean not null,
  at timestamptz not null,
  origin text not null check (origin in ('link', 'oneclick', 'my_page', 'booking', 'staff')),
  -- Who of the staff has written it down.
  user_id text not null default '',
  primary key (institution_code, mail)
);
