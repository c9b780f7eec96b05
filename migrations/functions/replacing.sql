-- What a change does to the reservation that the new one replaces (booking.sql calls it).

-- Before places of two reservations are settled one after the other: locks what either of them touches, in key order.
create or replace function lock_capacities(a_institution text, a_reservation integer, a_places jsonb, a_date date)
returns void language plpgsql as $$
begin
  perform 1
     from frame_capacities c
    where c.institution_code = a_institution
      and (c.frame_code, c.visit_date, c.slot_code) in (
        select p.frame_code, p.visit_date, p.slot_code from reservation_places p
         where p.institution_code = a_institution and p.reservation_number = a_reservation and p.held
        union all
        select p.frame_code, a_date, p.slot_code from jsonb_to_recordset(a_places) as p(frame_code text, slot_code text))
    order by c.frame_code, c.visit_date, c.slot_code
      for no key update;
end $$;

-- Ends a reservation that a new one replaces. Its row is locked first: of two changes at once, one finds it replaced
-- already. It must have the same owner, or the version that staff have seen (`expected`).
-- Gives what goes along to the new one, as far as that says nothing else.
drop function if exists replace_reservation(text, integer, jsonb, jsonb, jsonb, jsonb);
create or replace function replace_reservation(
  a_institution text, a_number integer, a_new jsonb, a_actor jsonb, a_frames jsonb, a_places jsonb, a_expected jsonb, a_raises boolean)
returns jsonb language plpgsql as $$
declare
  now_ constant timestamptz := a_new->>'created_at';
  old_owner bigint;
  old_version integer;
  old_status text;
  carried jsonb;
begin
  select examinee_id, version, status,
         jsonb_build_object('origin', origin, 'walk_in', walk_in, 'patient_number', patient_number, 'staff_memo', staff_memo,
                            'examinee_id', examinee_id, 'pending_examinee_id', pending_examinee_id)
    into old_owner, old_version, old_status, carried from reservations
   where institution_code = a_institution and reservation_number = a_number
     for update;
  if is_live(old_status) is not true
     or (a_expected is null and old_owner is distinct from (a_new->>'examinee_id')::bigint)
     or old_version <> coalesce((a_expected->>'version')::integer, old_version) then
    raise exception using errcode = 'BK004', message = 'not in that state any more';
  end if;
  perform settle_reception(a_institution, a_number, true);
  perform hold_frames(a_institution, a_frames, a_raises);
  perform lock_capacities(a_institution, a_number, a_places, (a_new->>'visit_date')::date);
  update reservations
     set status = case old_status when 'confirmed' then 'replaced_confirmed' else 'replaced_unconfirmed' end,
         version = version + 1, updated_at = now_
   where institution_code = a_institution and reservation_number = a_number;
  insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act, details)
  values (a_institution, a_number, now_, a_actor->>'kind', a_actor->>'id', 'replaced',
          jsonb_build_object('by', (a_new->>'reservation_number')::integer));
  return carried;
end $$;

-- The old places: given back, or kept by a new request that is only desired until staff have decided.
create or replace function pass_places_on(a_institution text, a_from integer, a_to integer, a_desired boolean)
returns void language plpgsql as $$
declare
  passed jsonb;
begin
  with given_back as (
    update reservation_places set held = false
     where institution_code = a_institution and reservation_number = a_from and held
    returning frame_code, visit_date, slot_code, quantity)
  select jsonb_agg(to_jsonb(given_back)) into passed from given_back where a_desired;
  insert into reservation_places
         (institution_code, reservation_number, frame_code, visit_date, slot_code, quantity, held, origin)
  select a_institution, a_to, p.frame_code, p.visit_date, p.slot_code, p.quantity, true, 'inherited'
    from jsonb_to_recordset(passed) as p(frame_code text, visit_date date, slot_code text, quantity integer);
end $$;
