-- What belongs to a reservation refers to it, and places to their frames. As foreign keys, every row would be looked up and
-- locked by itself; here all rows of a statement are checked with one (those of places in places.sql). At the other end, nothing
-- that is referred to is deleted.

create or replace function refuse_orphans() returns trigger language plpgsql as $$
begin
  if exists (select from added a
              where not exists (select from reservations r
                                 where r.institution_code = a.institution_code
                                   and r.reservation_number = a.reservation_number)) then
    raise exception using errcode = 'foreign_key_violation', message = tg_table_name || ' without their reservation';
  end if;
  return null;
end $$;

create or replace trigger no_orphans after insert on reservation_options
  referencing new table as added for each statement execute function refuse_orphans();
create or replace trigger no_orphans after insert on reservation_history
  referencing new table as added for each statement execute function refuse_orphans();

create or replace function refuse_if_referred_to() returns trigger language plpgsql as $$
declare
  used boolean;
begin
  if tg_table_name = 'frames' then
    used := exists (select from reservation_places p
                     where p.institution_code = old.institution_code and p.frame_code = old.frame_code);
  else
    used := exists (select from reservation_places p where p.institution_code = old.institution_code
                                                       and p.reservation_number = old.reservation_number)
         or exists (select from reservation_options o where o.institution_code = old.institution_code
                                                        and o.reservation_number = old.reservation_number)
         or exists (select from reservation_history h where h.institution_code = old.institution_code
                                                        and h.reservation_number = old.reservation_number);
  end if;
  if used then
    raise exception using errcode = 'foreign_key_violation', message = tg_table_name || ' that are referred to';
  end if;
  return old;
end $$;

create or replace trigger not_referred_to before delete on frames for each row execute function refuse_if_referred_to();
create or replace trigger not_referred_to before delete on reservations for each row execute function refuse_if_referred_to();
