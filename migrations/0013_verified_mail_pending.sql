-- no transaction
-- What waits for an account's address to be verified.
create index concurrently reservations_pending on reservations (institution_code, pending_examinee_id) where pending_examinee_id is not null;
