-- An institution, those who work for it, and what is kept once for each.

-- The institution itself: what it is called, where it is, and how it wants to be booked.
create table institutions (
  institution_code text primary key check (institution_code ~ '^[0-9]{8}$'),
  route_param text not null,
  name text not null,
  name_kana text not null default '',
  name_english text not null default '',
  contract_postal_code text not null default '' check (contract_postal_code ~ '^([0-9]{7})?$'),
  contract_address1 text not null default '',
  contract_address2 text not null default '',
  contract_phone text not null default '',
  exam_postal_code text not null default '' check (exam_postal_code ~ '^([0-9]{7})?$'),
  exam_address1 text not null default '',
  exam_address2 text not null default '',
  exam_phone text not null default '',
  phone_hours text not null default '',
  booking_kinds text not null default 'both' check (booking_kinds in ('both', 'individual', 'insurance')),
  calendar_format text not null default 'calendar' check (calendar_format in ('calendar', 'list')),
  change_deadline_days integer not null default 7 check (change_deadline_days between 0 and 99),
  bookable_from_days integer not null default 14 check (bookable_from_days between 0 and 999),
  bookable_to_days integer not null default 180 check (bookable_to_days between 0 and 999),
  first_password text not null default 'random' check (first_password in ('birth_date', 'random')),
  homepage_url text not null default '',
  tax_display text not null default 'included' check (tax_display in ('excluded', 'included')),
  tax_rounding text not null default 'down' check (tax_rounding in ('up', 'half', 'down')),
  no_course_text text not null default '',
  terms_text text not null default '',
  message text not null default '',
  -- What a slip tells everybody, a line for a point.
  slip_notes text not null default
    E'前日は21時以降のお食事をお控えください。\n発熱など体調のすぐれない方は、ご来院前にお電話ください。',
  -- The demo institution, whose log-ins everybody knows.
  is_demo boolean not null default false,
  -- Since when it is closed: nobody logs in, its pages are not there, no mail goes out.
  closed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The background picture. Apart from the institution, so that reading its texts never drags two megabytes along.
create table institution_images (
  institution_code text primary key references institutions,
  file_name text not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  sha256 text not null,
  content bytea not null
);

-- What an institution has settled about its staff and about how long things are kept. Apart from the institution, whose
-- changes move the version of its masters. An institution has its row from the first day on; one without any was there before
-- anything was forgotten, and is told of it first (src/server/privacy/policies.ts).
create table institution_policies (
  institution_code text primary key references institutions,
  -- Since when every member of the staff needs a second factor.
  two_factor_since timestamptz,
  reserve_years integer not null default 5 check (reserve_years between 1 and 10),
  mail_days integer not null default 90 check (mail_days between 30 and 365),
  log_years integer not null default 5 check (log_years between 1 and 10),
  -- No reservation is made anonymous before this day.
  anonymise_from date,
  first_day_done_at timestamptz,
  first_day_later text[] not null default '{}',
  -- Whose mail addresses may stand as the sender, where the provider says so.
  sender_domains text[] not null default '{}',
  version integer not null default 1
);

-- The staff: who may use the back office, and as what.
create table administrators (
  institution_code text not null references institutions,
  user_id text not null,
  display_name text not null,
  role text not null default 'manager' check (role in ('manager', 'reception', 'viewer')),
  -- None until its owner has set one with a set-up code.
  password_hash text,
  -- 13 characters or more: long enough to do without a second factor.
  password_is_long boolean not null default false,
  password_changed_at timestamptz,
  -- A set-up code as its keyed hash, until it is used or has run out.
  setup_hash text,
  setup_expires_at timestamptz,
  last_login_at timestamptz,
  -- What passkeys call the account: random, and nothing about its owner.
  passkey_user bytea,
  -- The secret that an authenticator app shares, sealed with the service's key.
  totp_sealed text,
  totp_confirmed_at timestamptz,
  -- The last step whose code was used: none is good twice.
  totp_last_step bigint not null default 0,
  -- Grows with every change of second factors: a log-in that has looked at them before opens nothing.
  factors_version integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  primary key (institution_code, user_id)
);

-- Passkeys of the staff.
create table staff_passkeys (
  institution_code text not null,
  user_id text not null,
  passkey_id uuid not null default gen_random_uuid(),
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null default 0,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (institution_code, user_id, passkey_id),
  unique (institution_code, credential_id),
  foreign key (institution_code, user_id) references administrators
);

-- Recovery codes as keyed hashes, for whoever has lost the device: each is good once.
create table staff_recovery_codes (
  institution_code text not null,
  user_id text not null,
  hash text not null,
  used_at timestamptz,
  primary key (institution_code, user_id, hash),
  foreign key (institution_code, user_id) references administrators
);

-- The last number given per kind of code, so that a deleted record's code is not given again.
create table code_counters (
  institution_code text not null references institutions,
  scope text not null,
  last_number integer not null,
  primary key (institution_code, scope)
);

-- A number that grows with every change of the institution's masters (functions/masters.sql). Who has read the masters under
-- a number may go on using them while it stands; whoever writes on their strength says the number, and is refused when it
-- has moved.
create table masters_versions (
  institution_code text primary key,
  version bigint not null
);
