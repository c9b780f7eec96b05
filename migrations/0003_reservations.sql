-- Examinees, their reservations with everything that was true when they were made, and what follows from them.

create table examinees (
  institution_code text not null references institutions,
  examinee_id bigint generated always as identity,
  mail text not null,
  family_name text not null default '',
  given_name text not null default '',
  family_kana text not null default '',
  given_kana text not null default '',
  birth_date date,
  sex text check (sex in ('male', 'female')),
  postal_code text not null default '' check (postal_code ~ '^([0-9]{7})?$'),
  prefecture text not null default '',
  city text not null default '',
  street text not null default '',
  phone text not null default '',
  client_code text not null default '00000000',
  category_code text,
  insurer_number text not null default '',
  card_symbol text not null default '',
  card_number text not null default '',
  company_name text not null default '',
  employee_number text not null default '',
  accepts_mail boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (institution_code, examinee_id)
);
create unique index examinees_by_mail on examinees (institution_code, lower(mail));

-- Several at once: the person's own password, the first one that the service made, a reissued one.
create table examinee_credentials (
  institution_code text not null,
  examinee_id bigint not null,
  kind text not null check (kind in ('own', 'first', 'reissued')),
  scheme text not null check (scheme in ('argon2id', 'keyed')),
  hash text not null,
  must_change boolean not null default false,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (institution_code, examinee_id, kind),
  foreign key (institution_code, examinee_id) references examinees on delete cascade
);

create table partner_subjects (
  institution_code text not null,
  client_code text not null,
  subject text not null,
  examinee_id bigint not null,
  primary key (institution_code, client_code, subject),
  foreign key (institution_code, client_code) references clients,
  foreign key (institution_code, examinee_id) references examinees on delete cascade
);

create sequence reservation_numbers as integer minvalue 100000001 maxvalue 999999999;

create table reservations (
  institution_code text not null references institutions,
  reservation_number integer not null default nextval('reservation_numbers')
    check (reservation_number between 100000000 and 999999999),
  examinee_id bigint not null,
  status text not null check (status in (
    'new', 'changed', 'confirmed', 'replaced_unconfirmed', 'replaced_confirmed',
    'cancelled', 'cancel_confirmed', 'deleted')),
  -- Fixed at birth: a desired booking takes its places when staff confirm it.
  desired boolean not null,
  replaces integer,
  version integer not null default 1,
  download_status text not null default 'new' check (download_status in ('new', 'changed', 'done')),

  fiscal_year integer not null,
  client_code text not null,
  course_code text not null,
  price_condition_code text not null,
  category_code text,
  visit_date date not null,
  slot_code text not null,
  start_minute integer check (start_minute between 0 and 1439),

  -- What masters said at that moment; later edits of masters do not reach back.
  client_name text not null,
  insurer_number text not null default '',
  category_name text not null default '',
  course_name text not null,
  course_duration text not null default '',
  course_description text not null default '',
  course_recommended_for text not null default '',
  course_items jsonb not null default '[]',
  course_amount integer not null check (course_amount >= 0),
  total_amount integer not null check (total_amount >= course_amount),
  tax_display text not null check (tax_display in ('excluded', 'included')),
  prices_shown boolean not null,

  -- The person as entered for this booking, who may be family of the account's owner.
  family_name text not null,
  given_name text not null,
  family_kana text not null,
  given_kana text not null,
  birth_date date not null,
  age integer not null,
  sex text not null check (sex in ('male', 'female')),
  postal_code text not null default '',
  prefecture text not null default '',
  city text not null default '',
  street text not null default '',
  phone text not null default '',
  card_symbol text not null default '',
  card_number text not null default '',
  company_name text not null default '',
  employee_number text not null default '',
  mail text not null,
  accepts_mail boolean not null,
  remarks text not null default '',
  patient_number text not null default '',

  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (institution_code, reservation_number),
  foreign key (institution_code, examinee_id) references examinees,
  foreign key (institution_code, replaces) references reservations
);
create unique index reservations_replaced_once on reservations (institution_code, replaces) where replaces is not null;
create index reservations_by_visit on reservations (institution_code, visit_date);
create index reservations_by_registration on reservations (institution_code, created_at);
create index reservations_by_update on reservations (institution_code, updated_at);
create index reservations_by_examinee on reservations (institution_code, examinee_id);
create index reservations_by_client on reservations (institution_code, client_code, fiscal_year, course_code);
create index reservations_outstanding on reservations (institution_code, status)
  where status in ('new', 'changed', 'cancelled');

create table reservation_options (
  institution_code text not null,
  reservation_number integer not null,
  position integer not null,
  group_code text not null,
  option_code text not null,
  condition_code text not null,
  name text not null,
  amount integer not null check (amount >= 0),
  primary key (institution_code, reservation_number, position),
  foreign key (institution_code, reservation_number) references reservations
);
create index reservation_options_by_option on reservation_options (institution_code, group_code, option_code);

-- Kept after a cancel with held = false, so that what a booking used can still be told.
create table reservation_places (
  institution_code text not null,
  reservation_number integer not null,
  frame_code text not null,
  visit_date date not null,
  slot_code text not null,
  quantity integer not null check (quantity >= 1),
  held boolean not null,
  primary key (institution_code, reservation_number, frame_code, slot_code),
  foreign key (institution_code, reservation_number) references reservations,
  foreign key (institution_code, frame_code) references frames
);
create index reservation_places_by_frame on reservation_places (institution_code, frame_code, visit_date, slot_code);

create table reservation_history (
  institution_code text not null,
  reservation_number integer not null,
  entry_id bigint generated always as identity,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('examinee', 'administrator', 'service')),
  actor_id text not null,
  act text not null check (act in ('booked', 'changed', 'replaced', 'cancelled', 'edited', 'downloaded', 'mailed')),
  details jsonb not null default '{}',
  primary key (institution_code, reservation_number, entry_id),
  foreign key (institution_code, reservation_number) references reservations
);

-- An answer is kept for a while, so that the same request sent again gets the same answer and does nothing.
create table answered_requests (
  institution_code text not null,
  act text not null,
  person_key text not null,
  request_id text not null,
  content_hash bytea not null,
  answer jsonb not null,
  answered_at timestamptz not null,
  primary key (institution_code, act, person_key, request_id)
);
create index answered_requests_by_age on answered_requests (answered_at);

-- Written in the transaction of what a mail tells, sent afterwards; message_id is fixed here, so a second sending is
-- recognisable as the same mail.
create table outbox_mails (
  institution_code text not null references institutions,
  mail_id uuid not null default gen_random_uuid(),
  message_id text not null,
  kind text not null check (kind in (
    'password', 'booked', 'confirmed', 'changed_by_examinee', 'changed_by_staff',
    'cancelled_by_examinee', 'cancel_confirmed', 'reminder', 'promotion')),
  reservation_number integer,
  -- Set for mails that may go out once only, e.g. kind, reservation and visit day of a reminder.
  once_key text,
  sender text not null,
  reply_to text not null default '',
  recipient text not null,
  bcc text not null default '',
  subject text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  last_error text not null default '',
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (institution_code, mail_id)
);
create unique index outbox_mails_once on outbox_mails (institution_code, once_key) where once_key is not null;
create index outbox_mails_waiting on outbox_mails (next_attempt_at) where state = 'waiting';
create index outbox_mails_by_reservation on outbox_mails (institution_code, reservation_number, created_at);

create table csv_downloads (
  institution_code text not null references institutions,
  download_id bigint generated always as identity,
  at timestamptz not null,
  administrator_id text not null,
  pattern_code text not null,
  reservation_numbers integer[] not null,
  primary key (institution_code, download_id)
);
