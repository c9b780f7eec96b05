-- Visits in the order in which they are read in batches: the next batch begins where the last one ended, without sorting what
-- is left.
drop index reservations_by_visit;
create index reservations_by_visit on reservations (institution_code, visit_date, reservation_number);
