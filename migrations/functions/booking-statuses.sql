-- What follows from a reservation's status, and who is the same person: said once for every statement, of the service too. None of these is
-- called for a row: the planner puts what they say in their place, so that indexes serve as they would without them.

-- As LIVE in domain/reservation/reservation-status.ts, which a test holds this to.
create or replace function is_live(a_status text) returns boolean language sql immutable as $$
  select a_status in ('new', 'changed', 'confirmed')
$$;

create or replace function is_replaced(a_status text) returns boolean language sql immutable as $$
  select a_status in ('replaced_unconfirmed', 'replaced_confirmed')
$$;

-- A desired booking holds places only once staff have confirmed it.
create or replace function holds_places(a_status text, a_desired boolean) returns boolean language sql immutable as $$
  select is_live(a_status) and (a_status = 'confirmed' or not a_desired)
$$;

-- By kana as they are folded, and birth date, whatever the account. Patient numbers tell more, where there are any.
create or replace function is_same_person(a_kana text, a_birth date, a_other_kana text, a_other_birth date)
returns boolean language sql immutable as $$
  select a_kana collate "C" = a_other_kana and a_birth = a_other_birth
$$;

-- Whether a CSV file that has this version of a reservation has its last news.
create or replace function is_in_file(a_version integer, a_news_version integer) returns boolean language sql immutable as $$
  select a_version >= a_news_version
$$;
