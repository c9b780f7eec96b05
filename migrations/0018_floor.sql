-- What a check-up centre does many times every day.

-- What staff know of a person and whoever meets them next should read. It belongs to a patient number, or to a kana and birth date by which
-- none stands; functions/notes.sql takes it along.
create table person_notes (
  institution_code text not null,
  note_id bigint generated always as identity,
  -- As of the reservation from which it was written last.
  folded_kana text not null,
  birth_date date not null,
  patient_number text not null default '',
  body text not null check (char_length(body) between 1 and 500),
  -- On the slip, where the person reads it.
  is_printed boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null,
  updated_by text not null,
  primary key (institution_code, note_id)
);
create unique index person_notes_by_number on person_notes (institution_code, patient_number) where patient_number <> '';
create unique index person_notes_by_name on person_notes (institution_code, folded_kana, birth_date) where patient_number = '';

-- Why reservations are cancelled, in the institution's words, a line each; and which of them it was, empty where nobody was asked.
alter table institutions add column cancel_reasons text not null default E'本人の都合\n体調不良\n日程の都合\nほかで受診\n施設の都合\n重複\n誤登録';
alter table reservations add column cancel_reason text not null default '';

-- Booked by staff for somebody who stood before them: to servers of 1.0.0 it is one by telephone.
alter table reservations add column walk_in boolean not null default false;

-- What is sent to people before their visit: so many days before it (0: nothing is), under this name, by these courses and options.
alter table institutions
  add column sending_days integer not null default 0 check (sending_days between 0 and 60),
  add column sending_name text not null default '検査キット';
alter table courses add column sends boolean not null default false;
alter table option_items add column sends boolean not null default false;

-- What was sent for a reservation and whether it came back. The newest row says how it stands; a change takes all to the new number.
create table sendings (
  institution_code text not null,
  reservation_number integer not null,
  sending_id bigint generated always as identity,
  sent_on date not null,
  -- As of then: `course`, and of options group and code as one; with what those before it that have not come back covered.
  visit_date date not null,
  parts text[] not null,
  sent_by text not null,
  returned_on date,
  returned_by text not null default '',
  at timestamptz not null,
  -- Whether the reservation has another day by now, or is not live any more.
  outdated boolean not null default false,
  primary key (institution_code, reservation_number, sending_id),
  check (returned_on >= sent_on)
);
create index sendings_by_day on sendings (institution_code, sent_on);
-- In the order of reservations_by_visit: who was sent nothing is found by both, without their tables.
create index sendings_by_visit on sendings (institution_code, visit_date, reservation_number) include (parts) where returned_on is null;
create index sendings_outdated on sendings (institution_code, sent_on) where outdated;
create index sendings_returned on sendings (institution_code, returned_on) where returned_on is not null;

alter table notice_recipients
  -- By mail and by telephone.
  add column also_call boolean not null default false,
  -- The last call that reached nobody, how often nobody was there, and when and by whom it was tried.
  add column attempt text check (attempt in ('absent', 'callback')),
  add column attempts integer not null default 0,
  add column attempted_at timestamptz,
  add column attempted_by text not null default '';

-- What a file held, in its order, so that it can be made once more. Emptied after 31 days; files of 1.0.0 have none.
alter table csv_downloads add column numbers integer[] not null default '{}';
