-- no transaction
-- People are found by the last four digits of their telephone, as they say them (backoffice/find).
create index concurrently reservations_by_phone_end on reservations (institution_code, (right(phone_digits, 4)) collate "C")
  where anonymised_at is null;
