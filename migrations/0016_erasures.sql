-- Who was erased on request, by number alone: a ledger beside the backups is written from it, and applied to what a restore brings back.
create table erasures (
  erasure_id uuid primary key default gen_random_uuid(),
  institution_code text not null,
  at timestamptz not null,
  reservation_numbers integer[] not null,
  -- 0 = the reservations belonged to no account.
  examinee_id bigint not null,
  account text not null check (account in ('kept', 'emptied', 'deleted'))
);
create index erasures_by_age on erasures (at);
