-- Directory tables: the few things that are looked up before the institution is known. They stay small and are not
-- sharded. Everything else carries institution_code first in its keys.

-- The last part of an institution's addresses, e.g. /CommonLogin/my-clinic.
create table institution_routes (
  route_param text primary key check (route_param ~ '^[A-Za-z0-9_-]{1,40}$'),
  institution_code text not null
);

-- Whose a user id of the staff is. It is never given again, also in other letters: who has left is not mistaken for somebody new.
create table administrator_directory (
  user_id text primary key check (user_id ~ '^[A-Za-z0-9]{8}$'),
  institution_code text not null
);
create unique index administrator_directory_any_case on administrator_directory (lower(user_id));

-- Whose a passkey is: a browser names it, and nobody has said who they are yet.
create table passkey_directory (
  credential_id text primary key,
  institution_code text not null,
  user_id text not null
);

-- Tickets of log-ins and of second factors that were used, until they run out: each is good once.
create table used_tickets (
  ticket_hash bytea primary key,
  expires_at timestamptz not null
);
create index used_tickets_by_age on used_tickets (expires_at);

-- Institutions that were removed: their codes and routes are not given again.
create table removed_institutions (
  institution_code text primary key,
  route_param text not null unique,
  removed_at timestamptz not null,
  -- How many rows of each table were deleted.
  counts jsonb not null default '{}'
);

-- Who is logged in. A token is stored only as its SHA-256: who reads this table cannot act as anybody.
create table sessions (
  token_hash bytea primary key,
  kind text not null check (kind in ('administrator', 'examinee', 'handover')),
  institution_code text not null,
  administrator_id text,
  examinee_id bigint,
  -- Which of several passwords it was opened with: who came in by one that the service has made is asked for an own one.
  opened_with text check (opened_with in ('own', 'first', 'reissued')),
  -- Of somebody whom a partner's portal has handed over and who has no account here yet: the partner's name for them and
  -- nothing else is known. The account that their booking opens is tied to that name.
  client_code text,
  subject text,
  -- Of staff. Copies of the account's, so that whoever looks for a session finds all that a call needs to know; they are written in
  -- the transaction that changes the account.
  role text check (role in ('manager', 'reception', 'viewer')),
  display_name text not null default '',
  -- Opened without a second factor where the institution asks for one: good for setting one up, and for nothing else.
  is_restricted boolean not null default false,
  -- When the person last showed who they are: some acts want that to be a moment ago.
  confirmed_at timestamptz,
  address text not null default '',
  -- What the browser says it is, in our words ("Windows の Chrome"); nothing of its own text is kept.
  device text not null default '',
  second_factor text not null default 'none' check (second_factor in ('none', 'totp', 'passkey', 'recovery')),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  check ((kind = 'administrator') = (administrator_id is not null)),
  check ((kind = 'administrator') = (role is not null and confirmed_at is not null)),
  check ((kind = 'examinee') = (examinee_id is not null)),
  constraint sessions_handover_check check ((kind = 'handover') = (client_code is not null and subject is not null))
);
-- Ends all of a person's at once.
create index sessions_by_person on sessions (institution_code, administrator_id, examinee_id);
-- For the sweep of those that have run out.
create index sessions_by_age on sessions (last_used_at);

-- Failed tries, keyed by a hash of what was tried (a user id, an address, a mail), whether that exists or not.
create table failed_tries (
  key text primary key,
  failures integer not null check (failures >= 0),
  last_failure_at timestamptz not null
);
create index failed_tries_by_age on failed_tries (last_failure_at);
