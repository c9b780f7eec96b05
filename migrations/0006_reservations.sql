-- Reservations with everything that was true when they were made, and what belongs to them.

-- Taken in ranges by the servers; a number is never given twice.
create sequence reservation_numbers as integer minvalue 100000001 maxvalue 999999999;

-- A reservation. The examinee's row implies the institution: a foreign key of its own would lock the institution's one row
-- in every booking.
create table reservations (
  institution_code text not null,
  reservation_number integer not null default nextval('reservation_numbers')
    check (reservation_number between 100000000 and 999999999),
  -- The account on whose my page it stands; whoever was booked for at the desk may have none.
  examinee_id bigint,
  status text not null check (status in (
    'new', 'changed', 'confirmed', 'replaced_unconfirmed', 'replaced_confirmed',
    'cancelled', 'cancel_confirmed', 'deleted')),
  -- Fixed at birth: a desired booking takes its places when staff confirm it.
  desired boolean not null,
  replaces integer,
  -- How it came: by the examinees' pages, by staff who were telephoned, or from a partner's site. A change keeps it.
  origin text not null default 'web' check (origin in ('web', 'phone', 'partner')),
  version integer not null default 1,
  -- As of which version it has something to tell that a CSV file must have; other changes do not count.
  news_version integer not null default 1,
  -- What it is as long as no file has its news; an anonymous one has none to tell.
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
  tax_rounding text check (tax_rounding in ('up', 'half', 'down')),
  tax_rate integer not null default 10 check (tax_rate between 0 and 100),
  prices_shown boolean not null,

  -- The person as entered for this booking, who may be family of the account's owner.
  family_name text not null,
  given_name text not null,
  family_kana text not null,
  given_kana text not null,
  birth_date date not null,
  age integer not null,
  -- The day at which the age was counted.
  age_date date,
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
  -- Empty where nobody wants mails.
  mail text not null,
  accepts_mail boolean not null,
  remarks text not null default '',
  patient_number text not null default '',
  -- What staff tell each other; no examinee ever reads it.
  staff_memo text not null default '',
  -- Since when nothing in it tells who it was: the time that it may be kept for is over, or the person wanted it gone.
  anonymised_at timestamptz,

  -- What the extraction searches by: widths, blanks and capitals folded, so that ｻﾄｳ ﾊﾅｺ, サトウハナコ and Ａ, a are found alike.
  -- Letters of ASCII only, whatever language the database speaks; cut, so that what some characters unfold to stays within an
  -- index entry. Written out, since a function for it would be planned anew for each column in every booking.
  folded_kana text not null generated always as (
    left(replace(lower(normalize(family_kana || given_kana, nfkc) collate "C"), ' ', ''), 80)) stored,
  folded_name text not null generated always as (
    left(replace(lower(normalize(family_name || given_name, nfkc) collate "C"), ' ', ''), 80)) stored,
  folded_company text not null generated always as (
    left(replace(lower(normalize(company_name, nfkc) collate "C"), ' ', ''), 160)) stored,
  folded_client text not null generated always as (
    left(replace(lower(normalize(client_name, nfkc) collate "C"), ' ', ''), 160)) stored,
  folded_symbol text not null generated always as (
    left(replace(lower(normalize(card_symbol, nfkc) collate "C"), ' ', ''), 40)) stored,
  -- A telephone number as it is searched for: its digits.
  phone_digits text not null generated always as (
    regexp_replace(normalize(phone, nfkc), '[^0-9]', '', 'g')) stored,

  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (institution_code, reservation_number),
  foreign key (institution_code, examinee_id) references examinees,
  foreign key (institution_code, replaces) references reservations
);
-- A reservation is replaced by one other at the most.
create unique index reservations_replaced_once on reservations (institution_code, replaces) where replaces is not null;
-- In the order in which visits are read in batches: the next batch begins where the last one ended.
create index reservations_by_visit on reservations (institution_code, visit_date, reservation_number);
create index reservations_by_registration on reservations (institution_code, created_at);
create index reservations_by_update on reservations (institution_code, updated_at);
create index reservations_by_examinee on reservations (institution_code, examinee_id);
create index reservations_by_client on reservations (institution_code, client_code, fiscal_year, course_code);
-- Holds nothing but the work that waits for staff.
create index reservations_outstanding on reservations (institution_code, status)
  where status in ('new', 'changed', 'cancelled');
-- A part of a word can't be looked up, but gone through here without touching the table.
create index reservations_by_words on reservations (institution_code, reservation_number)
  include (status, folded_kana, folded_name, folded_company, folded_client, folded_symbol);
create index reservations_by_patient on reservations (institution_code, patient_number) where patient_number <> '';
create index reservations_replaced on reservations (institution_code, reservation_number)
  where status in ('replaced_unconfirmed', 'replaced_confirmed');
-- By which staff find anyone: each from the beginning of what they were told (backoffice/find).
create index reservations_by_person on reservations
  (institution_code, folded_kana collate "C", birth_date, reservation_number) include (status, fiscal_year, visit_date);
create index reservations_by_name on reservations (institution_code, folded_name collate "C")
  include (folded_kana, birth_date, status) where anonymised_at is null;
-- Those who were forgotten are all called alike, and born on the same days.
create index reservations_by_birth on reservations (institution_code, birth_date) where anonymised_at is null;
create index reservations_by_phone on reservations (institution_code, phone_digits collate "C");
create index reservations_by_mail on reservations (institution_code, lower(mail collate "C")) where mail <> '';

-- What belongs to a reservation refers to it by triggers that check all rows of a statement at once, not by foreign keys,
-- which look up and lock row by row (functions/references.sql).

-- The options that were booked, as they were called and priced then.
create table reservation_options (
  institution_code text not null,
  reservation_number integer not null,
  position integer not null,
  group_code text not null,
  option_code text not null,
  condition_code text not null,
  name text not null,
  amount integer not null check (amount >= 0),
  primary key (institution_code, reservation_number, position)
);
create index reservation_options_by_option on reservation_options (institution_code, group_code, option_code);

-- The places that a booking uses. Kept after a cancel with held = false, so that what it used can still be told.
create table reservation_places (
  institution_code text not null,
  reservation_number integer not null,
  frame_code text not null,
  visit_date date not null,
  slot_code text not null,
  quantity integer not null check (quantity >= 1),
  held boolean not null,
  -- A desired booking that was changed after staff had confirmed it keeps the old places until they decide again: those are
  -- its inherited ones, beside the ones it asks for.
  origin text not null default 'own' check (origin in ('own', 'inherited')),
  primary key (institution_code, reservation_number, frame_code, slot_code, origin)
);
-- The sum per key is asked for at the birth of a capacity, and by whoever doubts the counters.
create index reservation_places_by_frame on reservation_places (institution_code, frame_code, visit_date, slot_code)
  include (quantity, held);

-- What happened to a reservation, and who did it.
create table reservation_history (
  institution_code text not null,
  reservation_number integer not null,
  entry_id bigint generated always as identity,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('examinee', 'administrator', 'service')),
  actor_id text not null,
  act text not null check (act in (
    'booked', 'changed', 'replaced', 'cancelled', 'edited', 'mailed', 'corrected', 'memo', 'received', 'noticed')),
  details jsonb not null default '{}',
  primary key (institution_code, reservation_number, entry_id)
);

-- Who came on the day of the visit, and who did not. No status of a reservation: what was booked stays as it is.
create table reception_marks (
  institution_code text not null,
  reservation_number integer not null,
  visit_date date not null,
  state text not null check (state in ('arrived', 'no_show')),
  at timestamptz not null,
  administrator_id text not null,
  primary key (institution_code, reservation_number)
);
create index reception_marks_by_day on reception_marks (institution_code, visit_date);

-- Idempotency keys: an answer is kept for a while, so that the same request sent again gets the same answer and does nothing.
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

-- How many live reservations stand on each day, in each frame and slot (functions/live-counts.sql). Whoever books only adds a
-- line to the log of moves, which makes nobody wait for anybody; from time to time the log is folded into the counts. What
-- holds is the sum of both.
create table live_counts (
  institution_code text not null,
  -- 'infinity' = all days together, by frame only.
  visit_date date not null,
  -- '0000' = whatever the frames: a reservation counts once.
  frame_code text not null,
  -- 'ZZ' = the whole day.
  slot_code text not null,
  live integer not null,
  primary key (institution_code, visit_date, frame_code, slot_code)
);

-- What has moved since the last fold.
create table live_count_moves (
  institution_code text not null,
  visit_date date not null,
  frame_code text not null,
  slot_code text not null,
  delta integer not null
);
create index live_count_moves_by_day on live_count_moves (institution_code, visit_date);
