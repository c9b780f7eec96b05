-- Counts of live reservations by day, frame and slot, for the staff's home page: whoever writes a reservation adds lines to a
-- log, and from time to time the log is folded into the counts. What a reservation uses is its own places; those that it only
-- keeps from before (inherited) it will not come for. New places are logged by places.sql.

create or replace function log_new_reservations() returns trigger language plpgsql as $$
begin
  insert into live_count_moves (institution_code, visit_date, frame_code, slot_code, delta)
  select institution_code, visit_date, '0000', 'ZZ', count(*)
    from added where is_live(status)
   group by institution_code, visit_date;
  return null;
end $$;

-- Another day or another state. Its uses come and go with its life; where they are moved, log_changed_use follows them.
create or replace function log_changed_reservation() returns trigger language plpgsql as $$
declare
  was constant boolean := is_live(old.status);
  is_ constant boolean := tg_op = 'UPDATE' and is_live(new.status);
begin
  if was then
    insert into live_count_moves (institution_code, visit_date, frame_code, slot_code, delta)
    values (old.institution_code, old.visit_date, '0000', 'ZZ', -1);
  end if;
  if is_ then
    insert into live_count_moves (institution_code, visit_date, frame_code, slot_code, delta)
    values (new.institution_code, new.visit_date, '0000', 'ZZ', 1);
  end if;
  if was <> is_ then
    insert into live_count_moves (institution_code, visit_date, frame_code, slot_code, delta)
    select p.institution_code, p.visit_date, p.frame_code, p.slot_code, case when is_ then 1 else -1 end
      from reservation_places p
     where p.institution_code = old.institution_code and p.reservation_number = old.reservation_number and p.origin = 'own';
  end if;
  return null;
end $$;

create or replace function log_changed_use() returns trigger language plpgsql as $$
begin
  if not exists (select from reservations r where r.institution_code = old.institution_code
                    and r.reservation_number = old.reservation_number and is_live(r.status)) then
    return null;
  end if;
  if old.origin = 'own' then
    insert into live_count_moves (institution_code, visit_date, frame_code, slot_code, delta)
    values (old.institution_code, old.visit_date, old.frame_code, old.slot_code, -1);
  end if;
  if tg_op = 'UPDATE' and new.origin = 'own' then
    insert into live_count_moves (institution_code, visit_date, frame_code, slot_code, delta)
    values (new.institution_code, new.visit_date, new.frame_code, new.slot_code, 1);
  end if;
  return null;
end $$;

create or replace trigger log_new after insert on reservations
  referencing new table as added for each statement execute function log_new_reservations();
create or replace trigger log_changed after update on reservations
  for each row when ((old.status, old.visit_date) is distinct from (new.status, new.visit_date))
  execute function log_changed_reservation();
create or replace trigger log_lost after delete on reservations for each row execute function log_changed_reservation();

create or replace trigger log_changed after update on reservation_places
  for each row when ((old.origin, old.frame_code, old.visit_date, old.slot_code)
                     is distinct from (new.origin, new.frame_code, new.visit_date, new.slot_code))
  execute function log_changed_use();
create or replace trigger log_lost after delete on reservation_places for each row execute function log_changed_use();

-- Into the counts, each change once: what two servers fold at the same time, one of them finds gone. Both go by the same
-- order, so that neither blocks the other.
create or replace function fold_live_counts() returns void language sql as $$
  with taken as (
    delete from live_count_moves returning institution_code, visit_date, frame_code, slot_code, delta),
  sums as (
    select institution_code, visit_date, frame_code, slot_code, sum(delta) as delta
      from taken group by institution_code, visit_date, frame_code, slot_code
    union all
    select institution_code, 'infinity', frame_code, 'ZZ', sum(delta)
      from taken group by institution_code, frame_code)
  insert into live_counts as c (institution_code, visit_date, frame_code, slot_code, live)
  select institution_code, visit_date, frame_code, slot_code, delta from sums where delta <> 0
   order by institution_code, visit_date, frame_code, slot_code
  on conflict (institution_code, visit_date, frame_code, slot_code) do update set live = c.live + excluded.live
$$;
