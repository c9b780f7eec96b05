-- A person whom a partner's portal has handed over and who has no account here yet: a session that knows the partner's
-- name for them and nothing else. The account that their booking opens is tied to that name.
alter table sessions
  add column client_code text,
  add column subject text,
  drop constraint sessions_kind_check,
  add constraint sessions_kind_check check (kind in ('administrator', 'examinee', 'handover')),
  add constraint sessions_handover_check
    check ((kind = 'handover') = (client_code is not null and subject is not null));

-- An assertion names its issuer and key, and must not leave open which client it speaks for.
create unique index partner_keys_by_issuer on partner_keys (institution_code, issuer, key_id);
