-- Places: how many of a frame's are used is the sum of what reservations hold, and the database itself keeps it so.
-- Nobody writes frame_capacities.used: it moves with the rows of reservation_places, in one fixed key order.

-- All that one statement moves, at once. BK001: there is no place left.
create or replace function settle_places(moves place_move[]) returns void language plpgsql as $$
declare
  settled integer;
begin
  -- In key order, so that those who want the same places wait for each other instead of blocking each other.
  if cardinality(moves) > 1 then
    perform 1
       from unnest(moves) as m
       join frame_capacities c using (institution_code, frame_code, visit_date, slot_code)
      order by c.institution_code, c.frame_code, c.visit_date, c.slot_code
        for no key update of c;
  end if;
  update frame_capacities c
     set used = c.used + m.delta
    from unnest(moves) as m
   where c.institution_code = m.institution_code and c.frame_code = m.frame_code and c.visit_date = m.visit_date
     and c.slot_code = m.slot_code and c.used + m.delta <= c.capacity;
  get diagnostics settled = row_count;
  if settled < cardinality(moves) then
    raise exception using errcode = 'BK001', message = 'no place left';
  end if;
end $$;

-- New places belong to a reservation and to a frame, are counted as used, and are logged as live (live-counts.sql). One trigger
-- does it all, since a booking pays for each statement and each trigger, not for its few rows. What they belong to is looked up
-- row by row (limit 1): another plan of a join would read through everybody's.
create or replace function take_in_places() returns trigger language plpgsql as $$
declare
  orphaned boolean;
  moves place_move[];
  uses place_move[];
begin
  select bool_or(is_orphan),
         array_agg(row(institution_code, frame_code, visit_date, slot_code, held)::place_move) filter (where held > 0),
         array_agg(row(institution_code, frame_code, visit_date, slot_code, live)::place_move) filter (where live > 0)
    into orphaned, moves, uses
    from (select institution_code, frame_code, visit_date, slot_code, bool_or(status is null or is_there is null) as is_orphan,
                 sum(quantity) filter (where held) as held,
                 count(*) filter (where origin = 'own' and is_live(status)) as live
            from new_places p
            left join lateral (select status from reservations r where r.institution_code = p.institution_code
                                  and r.reservation_number = p.reservation_number limit 1) as r on true
            left join lateral (select true as is_there from frames f where f.institution_code = p.institution_code
                                  and f.frame_code = p.frame_code limit 1) as f on true
           group by institution_code, frame_code, visit_date, slot_code) as sums;
  if orphaned then
    raise exception using errcode = 'foreign_key_violation', message = 'places without their reservation or frame';
  end if;
  perform settle_places(moves);
  insert into live_count_moves (institution_code, visit_date, frame_code, slot_code, delta)
  select u.institution_code, u.visit_date, u.frame_code, u.slot_code, u.delta from unnest(uses) as u;
  return null;
end $$;

create or replace function count_changed_places() returns trigger language plpgsql as $$
begin
  perform settle_places(array_agg(row(institution_code, frame_code, visit_date, slot_code, delta)::place_move))
     from (select institution_code, frame_code, visit_date, slot_code, sum(quantity)::integer as delta
             from (select institution_code, frame_code, visit_date, slot_code, quantity from new_places where held
                   union all
                   select institution_code, frame_code, visit_date, slot_code, -quantity from old_places where held) as moved
            group by institution_code, frame_code, visit_date, slot_code
           having sum(quantity) <> 0) as moves;
  return null;
end $$;

create or replace function count_lost_places() returns trigger language plpgsql as $$
begin
  perform settle_places(array_agg(row(institution_code, frame_code, visit_date, slot_code, delta)::place_move))
     from (select institution_code, frame_code, visit_date, slot_code, -sum(quantity)::integer as delta
             from old_places where held
            group by institution_code, frame_code, visit_date, slot_code) as moves;
  return null;
end $$;

create or replace trigger taken_in after insert on reservation_places
  referencing new table as new_places for each statement execute function take_in_places();
create or replace trigger count_changed after update on reservation_places
  referencing old table as old_places new table as new_places for each statement execute function count_changed_places();
create or replace trigger count_lost after delete on reservation_places
  referencing old table as old_places for each statement execute function count_lost_places();

-- What an insert says about used is not believed: it is counted.
create or replace function count_used_at_birth() returns trigger language plpgsql as $$
begin
  new.used := coalesce((
    select sum(quantity) from reservation_places p
     where p.institution_code = new.institution_code and p.frame_code = new.frame_code
       and p.visit_date = new.visit_date and p.slot_code = new.slot_code and p.held), 0);
  return new;
end $$;

create or replace trigger used_is_counted before insert on frame_capacities
  for each row execute function count_used_at_birth();

create or replace function refuse_used() returns trigger language plpgsql as $$
begin
  raise exception 'frame_capacities.used follows reservation_places and is not written by hand';
end $$;

-- Only the triggers above move it; they run one level deeper.
create or replace trigger used_is_not_written before update of used on frame_capacities
  for each row when (new.used is distinct from old.used and pg_trigger_depth() = 0) execute function refuse_used();
create or replace trigger used_is_not_moved before update of institution_code, frame_code, visit_date, slot_code on frame_capacities
  for each row when (old.used > 0) execute function refuse_used();
create or replace trigger used_is_not_dropped before delete on frame_capacities
  for each row when (old.used > 0) execute function refuse_used();
