-- A booking of staff may raise frames that are full, by what is lacking, together with what it books: either all of it is there or nothing.

-- The places of one booking, the reservation that it replaces, and the cells that staff agreed to raise, each with the capacity that
-- they saw. A cell that has room by now stays as it is. Frames and cells are held until the end, in the order of all who write capacity.
-- Gives what was raised, in words.
--   BK011 a cell lacks room that was not named, or has another capacity by now
--   BK012 a cell without capacity               BK013 more than a cell can have
create or replace function raise_frames(a_institution text, a_replaced integer, a_places jsonb, a_cells jsonb)
returns jsonb language plpgsql as $$
declare
  cell record;
  raised jsonb := '[]';
begin
  perform lock_capacities(a_institution, a_replaced, a_places, (a_places#>>'{0,visit_date}')::date);
  for cell in
    select p.frame_code, p.visit_date, p.slot_code, coalesce(c.capacity, 0) as capacity, seen.capacity as seen,
           p.quantity + coalesce(c.used, 0) - coalesce(own.held, 0) - coalesce(c.capacity, 0) as lacking,
           f.name || to_char(p.visit_date, ' YYYY/MM/DD')
             || coalesce(' ' || t.start_minute / 60 || ':' || lpad((t.start_minute % 60)::text, 2, '0'), '') as what
      from jsonb_to_recordset(a_places) as p(frame_code text, visit_date date, slot_code text, quantity integer, held boolean)
      join frames f on f.institution_code = a_institution and f.frame_code = p.frame_code
      left join time_slots t on t.institution_code = a_institution and t.slot_code = p.slot_code
      left join frame_capacities c on c.institution_code = a_institution and c.frame_code = p.frame_code
                                  and c.visit_date = p.visit_date and c.slot_code = p.slot_code
      left join jsonb_to_recordset(a_cells) as seen(frame_code text, slot_code text, capacity integer)
             on seen.frame_code = p.frame_code and seen.slot_code = p.slot_code
      left join lateral (
           -- What it replaces gives its places back.
           select sum(o.quantity) as held from reservation_places o
            where o.institution_code = a_institution and o.reservation_number = a_replaced and o.frame_code = p.frame_code
              and o.visit_date = p.visit_date and o.slot_code = p.slot_code and o.held) as own on true
     where p.held
     order by p.frame_code, p.visit_date, p.slot_code
  loop
    continue when cell.lacking <= 0;
    if cell.capacity = 0 then
      raise exception using errcode = 'BK012', message = 'no capacity to raise';
    end if;
    if cell.seen is distinct from cell.capacity then
      raise exception using errcode = 'BK011', message = 'not as it was shown';
    end if;
    if cell.capacity + cell.lacking > 999 then
      raise exception using errcode = 'BK013', message = 'more than there can be';
    end if;
    update frame_capacities set capacity = capacity + cell.lacking
     where institution_code = a_institution and frame_code = cell.frame_code and visit_date = cell.visit_date
       and slot_code = cell.slot_code;
    raised := raised || jsonb_build_object(
      'what', cell.what, 'from', cell.capacity::text, 'to', (cell.capacity + cell.lacking)::text);
  end loop;
  return raised;
end $$;
