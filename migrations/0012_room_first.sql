-- When a day sells out, those who come too late outnumber those who got a place, and most of a booking's work was done
-- for them before its place was found gone. So the room is looked at first, without a lock: what is full in the eyes of
-- everybody is refused at once and for good. What looks free is booked as before, under the guard that keeps places from
-- being sold twice.

-- The bookings that do not fit, each by itself, into what is left. None of them waits for another in the same call: one
-- that fits only if another of them is refused must be tried.
create function find_full(a_institution text, a_places jsonb) returns jsonb language sql stable as $$
  select jsonb_agg(distinct p.reservation_number)
    from jsonb_to_recordset(a_places) as p(
         reservation_number integer, frame_code text, visit_date date, slot_code text, quantity integer, held boolean)
    left join frame_capacities c on c.institution_code = a_institution and c.frame_code = p.frame_code
                                and c.visit_date = p.visit_date and c.slot_code = p.slot_code
   where p.held and coalesce(c.used + p.quantity > c.capacity, true)
$$;

-- Takes what book_all takes. Returns `full`, the numbers of those for which there is no room, and has written nothing
-- then; else what book_all returns, and in addition `accounts`: mail address and name of each account that was there
-- already, by the reservation. A change is not looked at: its own places count as free.
create function book_where_room(b jsonb) returns jsonb language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  institution constant text := b->>'institution_code';
  full_ jsonb;
  accounts jsonb;
begin
  if b#>>'{reservations,0,replaces}' is null then
    full_ := find_full(institution, b->'places');
  end if;
  if full_ is not null then
    if (b->>'version')::bigint <> (select version from masters_versions where institution_code = institution) then
      raise exception using errcode = 'BK003', message = 'the masters have changed';
    end if;
    -- What took the place may be the same request: book_all tells its answer.
    if not exists (select from jsonb_to_recordset(b->'requests') as q(act text, person_key text, request_id text)
                     join answered_requests a on a.institution_code = institution and a.act = q.act
                                             and a.person_key = q.person_key and a.request_id = q.request_id) then
      return jsonb_build_object('full', full_);
    end if;
  end if;

  if jsonb_array_length(b->'follows') > 0 then
    select jsonb_object_agg(n.reservation_number, jsonb_build_object(
             'mail', e.mail, 'name', e.family_name || '　' || e.given_name)) into accounts
      from jsonb_to_recordset(b->'reservations') as n(reservation_number integer, examinee_id bigint)
      join examinees e on e.institution_code = institution and e.examinee_id = n.examinee_id;
  end if;
  return book_all(b) || jsonb_build_object('accounts', coalesce(accounts, '{}'));
end $$;
