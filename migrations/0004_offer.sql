-- What is offered, to whom and for how much: examinations, options, clients and their courses.
-- A null category, sex or client in a condition means "any".

-- What is examined, as the courses list it.
create table exam_items (
  institution_code text not null references institutions,
  item_code text not null check (item_code ~ '^[0-9]{4}$'),
  sort integer not null check (sort between 0 and 99),
  name text not null,
  version integer not null default 1,
  primary key (institution_code, item_code)
);

-- Options are chosen by group: one of it, or several.
create table option_groups (
  institution_code text not null references institutions,
  group_code text not null check (group_code ~ '^[0-9]{4}$'),
  sort integer not null check (sort between 0 and 99),
  name text not null,
  internal_name text not null default '',
  description text not null default '',
  selection text not null check (selection in ('single', 'multiple')),
  version integer not null default 1,
  primary key (institution_code, group_code)
);

-- What may be booked in addition. Some need a place of a frame of their own.
create table option_items (
  institution_code text not null,
  group_code text not null,
  option_code text not null check (option_code ~ '^[0-9]{4}$'),
  sort integer not null check (sort between 0 and 99),
  name text not null,
  internal_name text not null default '',
  frame_code text,
  is_initial boolean not null default false,
  version integer not null default 1,
  primary key (institution_code, group_code, option_code),
  foreign key (institution_code, group_code) references option_groups,
  foreign key (institution_code, frame_code) references frames
);
create unique index option_items_one_initial on option_items (institution_code, group_code) where is_initial;
create index option_items_by_frame on option_items (institution_code, frame_code);

-- Who pays: companies, insurance societies, and 00000000, the individuals.
create table clients (
  institution_code text not null references institutions,
  client_code text not null check (client_code ~ '^[0-9]{8}$'),
  name text not null,
  name_kana text not null default '',
  short_name text not null default '',
  insurer_number text not null default '' check (insurer_number ~ '^[0-9]{0,8}$'),
  age_basis text not null check (age_basis in ('this_year', 'next_year', 'visit_day')),
  age_month integer not null default 0 check (age_month between 0 and 12),
  age_day integer not null default 0 check (age_day between 0 and 31),
  usable boolean not null default true,
  booking_method text not null default 'confirmed' check (booking_method in ('confirmed', 'desired')),
  guest_booking boolean not null default true,
  url text not null default '',
  questionnaire_shown boolean not null default false,
  reminder_days integer not null default 0 check (reminder_days between 0 and 99),
  promotion_months integer not null default 0 check (promotion_months between 0 and 99),
  prices_shown boolean not null default true,
  version integer not null default 1,
  primary key (institution_code, client_code),
  check ((age_basis = 'visit_day') = (age_month = 0 and age_day = 0))
);

-- Kinds of people of a client, e.g. the insured and their family.
create table client_categories (
  institution_code text not null,
  client_code text not null,
  category_code text not null check (category_code ~ '^[0-9A-Z]{2}$'),
  name text not null,
  version integer not null default 1,
  primary key (institution_code, client_code, category_code),
  foreign key (institution_code, client_code) references clients
);

-- A partner's portal hands a person over with an assertion signed by one of these keys.
create table partner_keys (
  institution_code text not null,
  client_code text not null,
  key_id text not null,
  issuer text not null,
  public_key text not null,
  primary key (institution_code, client_code, key_id),
  foreign key (institution_code, client_code) references clients
);
-- An assertion names its issuer and key, and must not leave open which client it speaks for.
create unique index partner_keys_by_issuer on partner_keys (institution_code, issuer, key_id);

-- Assertions that were used, until they run out: each opens one session.
create table used_assertions (
  institution_code text not null,
  assertion_hash bytea not null,
  expires_at timestamptz not null,
  primary key (institution_code, assertion_hash)
);

-- What can be booked of a client in a fiscal year.
create table courses (
  institution_code text not null,
  client_code text not null,
  fiscal_year integer not null check (fiscal_year between 2000 and 2999),
  course_code text not null check (course_code ~ '^[0-9]{4}$'),
  name text not null,
  internal_name text not null default '',
  duration text not null default '',
  published boolean not null default false,
  registration_from date not null,
  registration_to date not null,
  description text not null default '',
  recommended_for text not null default '',
  entry_notes text not null default '',
  confirmation_notes text not null default '',
  cancel_notes text not null default '',
  -- Of the record; the sets of rows have theirs, each replaced as a whole.
  version integer not null default 1,
  items_version integer not null default 1,
  frames_version integer not null default 1,
  prices_version integer not null default 1,
  options_version integer not null default 1,
  primary key (institution_code, client_code, fiscal_year, course_code),
  foreign key (institution_code, client_code) references clients,
  check (registration_from <= registration_to)
);

-- Which examinations a course has, wholly or in part.
create table course_items (
  institution_code text not null,
  client_code text not null,
  fiscal_year integer not null,
  course_code text not null,
  item_code text not null,
  extent text not null check (extent in ('all', 'part', 'none')),
  primary key (institution_code, client_code, fiscal_year, course_code, item_code),
  foreign key (institution_code, client_code, fiscal_year, course_code) references courses on delete cascade,
  foreign key (institution_code, item_code) references exam_items
);
create index course_items_by_item on course_items (institution_code, item_code);

-- Which frame a person of a course takes a place of.
create table course_frames (
  institution_code text not null,
  client_code text not null,
  fiscal_year integer not null,
  course_code text not null,
  condition_code text not null check (condition_code ~ '^[0-9A-Z]{2}$'),
  category_code text,
  sex text check (sex in ('male', 'female')),
  age_from integer not null check (age_from between 0 and 999),
  age_to integer not null check (age_to between 0 and 999),
  frame_code text not null,
  primary key (institution_code, client_code, fiscal_year, course_code, condition_code),
  foreign key (institution_code, client_code, fiscal_year, course_code) references courses on delete cascade,
  foreign key (institution_code, client_code, category_code) references client_categories,
  foreign key (institution_code, frame_code) references frames,
  check (age_from <= age_to)
);
create index course_frames_by_frame on course_frames (institution_code, frame_code);

-- What a course costs whom.
create table course_prices (
  institution_code text not null,
  client_code text not null,
  fiscal_year integer not null,
  course_code text not null,
  condition_code text not null check (condition_code ~ '^[0-9A-Z]{2}$'),
  category_code text,
  sex text check (sex in ('male', 'female')),
  age_from integer not null check (age_from between 0 and 999),
  age_to integer not null check (age_to between 0 and 999),
  amount integer not null check (amount between 0 and 999999),
  primary key (institution_code, client_code, fiscal_year, course_code, condition_code),
  foreign key (institution_code, client_code, fiscal_year, course_code) references courses on delete cascade,
  foreign key (institution_code, client_code, category_code) references client_categories,
  check (age_from <= age_to)
);

-- Which options a course has for whom, and for how much.
create table course_options (
  institution_code text not null,
  client_code text not null,
  fiscal_year integer not null,
  course_code text not null,
  group_code text not null,
  option_code text not null,
  condition_code text not null check (condition_code ~ '^[0-9A-Z]{2}$'),
  category_code text,
  sex text check (sex in ('male', 'female')),
  age_from integer not null check (age_from between 0 and 999),
  age_to integer not null check (age_to between 0 and 999),
  amount integer not null check (amount between 0 and 999999),
  primary key (institution_code, client_code, fiscal_year, course_code, group_code, option_code, condition_code),
  foreign key (institution_code, client_code, fiscal_year, course_code) references courses on delete cascade,
  foreign key (institution_code, client_code, category_code) references client_categories,
  foreign key (institution_code, group_code, option_code) references option_items,
  check (age_from <= age_to)
);
create index course_options_by_option on course_options (institution_code, group_code, option_code);
