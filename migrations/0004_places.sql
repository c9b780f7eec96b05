-- Places: how many of a frame's are used is the sum of what reservations hold, and the database itself keeps it so.
-- Nobody writes frame_capacities.used: it moves with the rows of reservation_places, in one fixed key order.

-- A desired booking that was changed after staff had confirmed it keeps the old places until they decide again: those
-- are its inherited ones, beside the ones it asks for.
alter table reservation_places
  add column origin text not null default 'own' check (origin in ('own', 'inherited')),
  drop constraint reservation_places_pkey,
  add primary key (institution_code, reservation_number, frame_code, slot_code, origin);

-- SQLSTATE BK001: there is no place left.
create function move_used(a_institution text, a_frame text, a_date date, a_slot text, a_delta integer)
returns void language plpgsql as $$
begin
  update frame_capacities
     set used = used + a_delta
   where institution_code = a_institution and frame_code = a_frame and visit_date = a_date and slot_code = a_slot
     and used + a_delta <= capacity;
  if not found then
    raise exception using errcode = 'BK001', message = 'no place left';
  end if;
end $$;

create function count_new_places() returns trigger language plpgsql as $$
begin
  perform move_used(institution_code, frame_code, visit_date, slot_code, delta)
     from (select institution_code, frame_code, visit_date, slot_code, sum(quantity)::integer as delta
             from new_places where held
            group by institution_code, frame_code, visit_date, slot_code
            order by institution_code, frame_code, visit_date, slot_code) as moves;
  return null;
end $$;

create function count_changed_places() returns trigger language plpgsql as $$
begin
  perform move_used(institution_code, frame_code, visit_date, slot_code, delta)
     from (select institution_code, frame_code, visit_date, slot_code, sum(quantity)::integer as delta
             from (select institution_code, frame_code, visit_date, slot_code, quantity from new_places where held
                   union all
                   select institution_code, frame_code, visit_date, slot_code, -quantity from old_places where held) as moved
            group by institution_code, frame_code, visit_date, slot_code
           having sum(quantity) <> 0
            order by institution_code, frame_code, visit_date, slot_code) as moves;
  return null;
end $$;

create function count_lost_places() returns trigger language plpgsql as $$
begin
  perform move_used(institution_code, frame_code, visit_date, slot_code, delta)
     from (select institution_code, frame_code, visit_date, slot_code, -sum(quantity)::integer as delta
             from old_places where held
            group by institution_code, frame_code, visit_date, slot_code
            order by institution_code, frame_code, visit_date, slot_code) as moves;
  return null;
end $$;

create trigger count_new after insert on reservation_places
  referencing new table as new_places for each statement execute function count_new_places();
create trigger count_changed after update on reservation_places
  referencing old table as old_places new table as new_places for each statement execute function count_changed_places();
create trigger count_lost after delete on reservation_places
  referencing old table as old_places for each statement execute function count_lost_places();

-- What an insert says about used is not believed: it is counted.
create function count_used_at_birth() returns trigger language plpgsql as $$
begin
  new.used := coalesce((
    select sum(quantity) from reservation_places p
     where p.institution_code = new.institution_code and p.frame_code = new.frame_code
       and p.visit_date = new.visit_date and p.slot_code = new.slot_code and p.held), 0);
  return new;
end $$;

create trigger used_is_counted before insert on frame_capacities
  for each row execute function count_used_at_birth();

create function refuse_used() returns trigger language plpgsql as $$
begin
  raise exception 'frame_capacities.used follows reservation_places and is not written by hand';
end $$;

-- Only the triggers above move it; they run one level deeper.
create trigger used_is_not_written before update of used on frame_capacities
  for each row when (new.used is distinct from old.used and pg_trigger_depth() = 0) execute function refuse_used();
create trigger used_is_not_moved before update of institution_code, frame_code, visit_date, slot_code on frame_capacities
  for each row when (old.used > 0) execute function refuse_used();
create trigger used_is_not_dropped before delete on frame_capacities
  for each row when (old.used > 0) execute function refuse_used();

-- The sum per key is asked for at the birth of a capacity, and by whoever doubts the counters.
drop index reservation_places_by_frame;
create index reservation_places_by_frame on reservation_places (institution_code, frame_code, visit_date, slot_code)
  include (quantity, held);
