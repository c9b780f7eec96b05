-- What an institution's administrators keep: the institution itself and its masters.
-- Codes are given by the service. A null category, sex or client in a condition means "any".

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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Apart from the institution, so that reading its texts never drags two megabytes along.
create table institution_images (
  institution_code text primary key references institutions,
  file_name text not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  sha256 text not null,
  content bytea not null
);

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

create table time_slots (
  institution_code text not null references institutions,
  slot_code text not null check (slot_code ~ '^[0-9A-Z]{2}$' and slot_code <> 'ZZ'),
  name text not null,
  start_minute integer not null check (start_minute between 0 and 1439),
  primary key (institution_code, slot_code)
);

create table frames (
  institution_code text not null references institutions,
  frame_code text not null check (frame_code ~ '^[0-9]{4}$' and frame_code <> '0000'),
  name text not null,
  managed_by text not null check (managed_by in ('day', 'time')),
  counted_as text not null check (counted_as in ('persons', 'parts')),
  primary key (institution_code, frame_code)
);

-- slot_code ZZ = the whole day (frames managed by day). No row means no places.
create table frame_capacities (
  institution_code text not null,
  frame_code text not null,
  visit_date date not null,
  slot_code text not null check (slot_code ~ '^[0-9A-Z]{2}$'),
  capacity integer not null check (capacity between 0 and 999),
  used integer not null default 0,
  primary key (institution_code, frame_code, visit_date, slot_code),
  foreign key (institution_code, frame_code) references frames,
  constraint never_oversold check (used between 0 and capacity)
);
create index frame_capacities_by_slot on frame_capacities (institution_code, slot_code, visit_date);

-- Only days that were set; a day without a row is open.
create table calendar_days (
  institution_code text not null references institutions,
  day date not null,
  status text not null check (status in ('open', 'closed')),
  primary key (institution_code, day)
);

create table exam_items (
  institution_code text not null references institutions,
  item_code text not null check (item_code ~ '^[0-9]{4}$'),
  sort integer not null check (sort between 0 and 99),
  name text not null,
  primary key (institution_code, item_code)
);

create table option_groups (
  institution_code text not null references institutions,
  group_code text not null check (group_code ~ '^[0-9]{4}$'),
  sort integer not null check (sort between 0 and 99),
  name text not null,
  internal_name text not null default '',
  description text not null default '',
  selection text not null check (selection in ('single', 'multiple')),
  primary key (institution_code, group_code)
);

create table option_items (
  institution_code text not null,
  group_code text not null,
  option_code text not null check (option_code ~ '^[0-9]{4}$'),
  sort integer not null check (sort between 0 and 99),
  name text not null,
  internal_name text not null default '',
  frame_code text,
  is_initial boolean not null default false,
  primary key (institution_code, group_code, option_code),
  foreign key (institution_code, group_code) references option_groups,
  foreign key (institution_code, frame_code) references frames
);
create unique index option_items_one_initial on option_items (institution_code, group_code) where is_initial;
create index option_items_by_frame on option_items (institution_code, frame_code);

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
  primary key (institution_code, client_code),
  check ((age_basis = 'visit_day') = (age_month = 0 and age_day = 0))
);

create table client_categories (
  institution_code text not null,
  client_code text not null,
  category_code text not null check (category_code ~ '^[0-9A-Z]{2}$'),
  name text not null,
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

create table used_assertions (
  institution_code text not null,
  assertion_hash bytea not null,
  expires_at timestamptz not null,
  primary key (institution_code, assertion_hash)
);

-- Versions: a set of rows is replaced as a whole, and a stale editor is told so.
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
  items_version integer not null default 1,
  frames_version integer not null default 1,
  prices_version integer not null default 1,
  options_version integer not null default 1,
  primary key (institution_code, client_code, fiscal_year, course_code),
  foreign key (institution_code, client_code) references clients,
  check (registration_from <= registration_to)
);

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

create table mail_templates (
  institution_code text not null references institutions,
  template_code text not null check (template_code ~ '^[0-9]{4}$'),
  kind text not null check (kind in (
    'password', 'booked', 'confirmed', 'changed_by_examinee', 'changed_by_staff',
    'cancelled_by_examinee', 'cancel_confirmed', 'reminder', 'promotion')),
  client_code text,
  course_code text,
  title text not null,
  body text not null,
  sender text not null default '',
  reply_to text not null default '',
  bcc text not null default '',
  primary key (institution_code, template_code),
  foreign key (institution_code, client_code) references clients,
  constraint mail_templates_one_per_target unique nulls not distinct (institution_code, kind, client_code, course_code),
  check (course_code is null or client_code is not null)
);

create table csv_patterns (
  institution_code text not null references institutions,
  pattern_code text not null check (pattern_code ~ '^[0-9]{3}$' and pattern_code <> '000'),
  name text not null,
  is_initial boolean not null default false,
  primary key (institution_code, pattern_code)
);
create unique index csv_patterns_one_initial on csv_patterns (institution_code) where is_initial;

create table csv_pattern_items (
  institution_code text not null,
  pattern_code text not null,
  position integer not null check (position >= 1),
  attribute text,
  group_code text,
  option_code text,
  primary key (institution_code, pattern_code, position),
  foreign key (institution_code, pattern_code) references csv_patterns on delete cascade,
  foreign key (institution_code, group_code, option_code) references option_items,
  check ((attribute is null) = (group_code is not null and option_code is not null))
);
