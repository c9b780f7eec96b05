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

-- Booked by staff for somebody who stood before them: to servers of 1.0.0 it is one by telephone.
alter table reservations add column walk_in boolean not null default false;

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
