-- no transaction
-- Who has seen a reservation in a list.
create index concurrently access_log_by_number on access_log using gin (numbers) where numbers is not null;
