-- What the extraction searches by, found without going through the reservations themselves.

-- Widths, blanks and capitals folded, so that ｻﾄｳ ﾊﾅｺ, サトウハナコ and Ａ, a are found alike. Letters of ASCII only, whatever
-- language the database speaks. `most` keeps what some characters unfold to within an index entry.
create function fold_text(words text, most integer) returns text
  language sql immutable parallel safe strict
  return left(replace(lower(normalize(words, nfkc) collate "C"), ' ', ''), most);

alter table reservations
  add column folded_kana text not null generated always as (fold_text(family_kana || given_kana, 80)) stored,
  add column folded_name text not null generated always as (fold_text(family_name || given_name, 80)) stored,
  add column folded_company text not null generated always as (fold_text(company_name, 160)) stored,
  add column folded_client text not null generated always as (fold_text(client_name, 160)) stored,
  add column folded_symbol text not null generated always as (fold_text(card_symbol, 40)) stored;

-- A part of a word can't be looked up, but gone through here without touching the table.
create index reservations_by_words on reservations (institution_code, reservation_number)
  include (status, folded_kana, folded_name, folded_company, folded_client, folded_symbol);
create index reservations_by_patient on reservations (institution_code, patient_number) where patient_number <> '';
create index reservations_replaced on reservations (institution_code, reservation_number)
  where status in ('replaced_unconfirmed', 'replaced_confirmed');
