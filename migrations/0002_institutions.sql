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

-- Who may use the back office.
create table administrators (
  institution_code text not null references institutions,
  user_id text not null,
  display_name text not null,
  password_hash text not null,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  primary key (institution_code, user_id)
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
