-- The access log tells of examinees who log in, too. Not checked against what is there: the words of before are among those of now.
alter table access_log drop constraint access_log_actor_kind_check;
alter table access_log add constraint access_log_actor_kind_check
  check (actor_kind in ('staff', 'operator', 'service', 'examinee')) not valid;

-- A shorter time takes effect after a notice: what is to hold, and from which day (src/server/privacy/policies.ts).
alter table institution_policies
  add column reserve_years_next integer check (reserve_years_next between 1 and 10),
  add column reserve_years_from date,
  add column log_years_next integer check (log_years_next between 3 and 10),
  add column log_years_from date;
-- Nobody keeps the access log for less. Servers of before may still write less while they are replaced; prune_access_log knows better.
update institution_policies set log_years = 3 where log_years < 3;

-- Whose reservations a list has shown. By number alone: one sequence gives them, so hardly any is of two institutions.
alter table access_log add column numbers integer[];
