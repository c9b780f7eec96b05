-- CSV files: what stands in them, and who was given which.

-- A layout of a file.
create table csv_patterns (
  institution_code text not null references institutions,
  pattern_code text not null check (pattern_code ~ '^[0-9]{3}$' and pattern_code <> '000'),
  name text not null,
  is_initial boolean not null default false,
  version integer not null default 1,
  primary key (institution_code, pattern_code)
);
create unique index csv_patterns_one_initial on csv_patterns (institution_code) where is_initial;

-- Its columns: what a reservation says, or whether it has an option.
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

-- A file that was made.
create table csv_downloads (
  institution_code text not null references institutions,
  download_id bigint generated always as identity,
  at timestamptz not null,
  administrator_id text not null,
  pattern_code text not null,
  primary key (institution_code, download_id)
);

-- What each file held, and in which version. A download leaves the reservations alone: it writes a narrow row for each, which
-- costs a tenth of a new version of the reservation, and waits for nobody who is changing one. A reservation's numbers are
-- never used again, and it is never deleted once it has a history: the many rows are not checked one by one.
create table csv_download_rows (
  institution_code text not null,
  reservation_number integer not null,
  download_id bigint not null,
  version integer not null,
  primary key (institution_code, reservation_number, download_id)
);

-- What no file has yet, so that staff are told of it at once: a row for each reservation with news that none holds
-- (functions/csv-pending.sql). What a change has replaced is not among them: the new number says what it came from.
create table csv_pending (
  institution_code text not null,
  reservation_number integer not null,
  news_version integer not null,
  primary key (institution_code, reservation_number)
);
