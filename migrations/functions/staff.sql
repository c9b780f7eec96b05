-- The staff: an institution that has somebody who may do everything keeps one, whatever its accounts are given or lose.

-- Asked after the write, under the lock that all changes of an institution's staff take: two managers who stop each other at the same
-- moment are judged one after the other. The operator may, and says so for its transaction.
create or replace function keep_a_manager() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('staff/' || old.institution_code, 0));
  if current_setting('biyori.last_manager_may_go', true) is distinct from 'yes'
     and not exists (select from administrators
                      where institution_code = old.institution_code and role = 'manager' and disabled_at is null
                        and password_hash is not null) then
    raise exception using errcode = 'check_violation', constraint = 'last_manager',
      message = 'the institution would have no active manager';
  end if;
  return null;
end $$;

create or replace trigger last_manager after update of role, disabled_at, password_hash on administrators for each row
  when (old.role = 'manager' and old.disabled_at is null and old.password_hash is not null
        and not (new.role = 'manager' and new.disabled_at is null and new.password_hash is not null))
  execute function keep_a_manager();
