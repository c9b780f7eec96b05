-- When one can come, and how many: slots of the day, frames, the places of each day, closed days.
-- Records of masters have a version: of two people who edit the same record, the later is told.

-- Times of the day that one can be booked for.
create table time_slots (
  institution_code text not null references institutions,
  slot_code text not null check (slot_code ~ '^[0-9A-Z]{2}$' and slot_code <> 'ZZ'),
  name text not null,
  start_minute integer not null check (start_minute between 0 and 1439),
  version integer not null default 1,
  primary key (institution_code, slot_code)
);

-- What places are counted in: a room, a machine, a doctor. By day or by slot, in people or in parts.
create table frames (
  institution_code text not null references institutions,
  frame_code text not null check (frame_code ~ '^[0-9]{4}$' and frame_code <> '0000'),
  name text not null,
  managed_by text not null check (managed_by in ('day', 'time')),
  counted_as text not null check (counted_as in ('persons', 'parts')),
  version integer not null default 1,
  primary key (institution_code, frame_code)
);

-- How many places a frame has on a day, and how many of them are used. No row means no places.
create table frame_capacities (
  institution_code text not null,
  frame_code text not null,
  visit_date date not null,
  -- ZZ = the whole day (frames managed by day).
  slot_code text not null check (slot_code ~ '^[0-9A-Z]{2}$'),
  capacity integer not null check (capacity between 0 and 999),
  -- Nobody writes it: it is the sum of what reservations hold (functions/places.sql).
  used integer not null default 0,
  primary key (institution_code, frame_code, visit_date, slot_code),
  foreign key (institution_code, frame_code) references frames,
  constraint never_oversold check (used between 0 and capacity)
  -- Room on the page for the next count of used, so that it needs no new entries in the index.
) with (fillfactor = 70);

-- How many places of a key come or go: what functions/places.sql hands on.
create type place_move as (institution_code text, frame_code text, visit_date date, slot_code text, delta integer);

-- Only days that were set; a day without a row is open.
create table calendar_days (
  institution_code text not null references institutions,
  day date not null,
  status text not null check (status in ('open', 'closed')),
  primary key (institution_code, day)
);
