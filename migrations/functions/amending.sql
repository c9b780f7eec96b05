-- Options of a reservation that are added and dropped on its number, from the day of the visit on: what stays, stays as it was booked.

-- Input: institution_code, reservation_number, expected (its version), version (of the masters that it was decided on), now, frames (how
-- each that turns is counted), places (of each that turns, how many it then has, and the act: add, change or drop), options (all of them), total_amount,
-- actor, details (of the history), mails, log, request, answer, and raise (cells that may be raised where they are full, and the entry
-- that tells of it). Returns `answer` if the request was answered before, and `raised`, what was raised.
--   BK003, BK004 and BK011 to BK013 as in booking.sql, and in its order of locks
create or replace function amend_reservation(b jsonb) returns jsonb language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  institution constant text := b->>'institution_code';
  number_ constant integer := (b->>'reservation_number')::integer;
  now_ constant timestamptz := b->>'now';
  old record;
  answer jsonb;
  raised jsonb := '[]';
begin
  answer := remember_request(institution, b->'request', b->'answer', now_);
  if answer is not null then
    return jsonb_build_object('answer', answer);
  end if;
  select status, version, visit_date into old
    from reservations
   where institution_code = institution and reservation_number = number_
     for update;
  if is_live(old.status) is not true or old.version <> (b#>>'{expected,version}')::integer
     or exists (select from reception_marks
                 where institution_code = institution and reservation_number = number_ and state = 'no_show') then
    raise exception using errcode = 'BK004', message = 'not in that state any more';
  end if;
  if (b->>'version')::bigint <> (select version from masters_versions where institution_code = institution) then
    raise exception using errcode = 'BK003', message = 'the masters have changed';
  end if;
  if b->'places' <> '[]' then
    perform hold_frames(institution, b->'frames', b ? 'raise');
  end if;
  if b ? 'raise' then
    raised := raise_frames(institution, number_, b->'places', b#>'{raise,cells}');
  elsif jsonb_array_length(b->'places') > 1 then
    perform lock_capacities(institution, number_, b->'places', old.visit_date);
  end if;

  -- What is given back may be what is taken. Each statement costs its triggers, whether it finds a row or not.
  if b->'places' @> '[{"act": "drop"}]' then
    delete from reservation_places p
     using jsonb_to_recordset(b->'places') as n(frame_code text, slot_code text, act text)
     where p.institution_code = institution and p.reservation_number = number_ and p.origin = 'own'
       and p.frame_code = n.frame_code and p.slot_code = n.slot_code and n.act = 'drop';
  end if;
  if b->'places' @> '[{"act": "change"}]' then
    update reservation_places p
       set quantity = n.quantity
      from jsonb_to_recordset(b->'places') as n(frame_code text, slot_code text, quantity integer, act text)
     where p.institution_code = institution and p.reservation_number = number_ and p.origin = 'own'
       and p.frame_code = n.frame_code and p.slot_code = n.slot_code and n.act = 'change';
  end if;
  if b->'places' @> '[{"act": "add"}]' then
    insert into reservation_places (institution_code, reservation_number, frame_code, visit_date, slot_code, quantity, held)
    select institution, number_, n.frame_code, n.visit_date, n.slot_code, n.quantity, n.held
      from jsonb_to_recordset(b->'places') as n(
           frame_code text, visit_date date, slot_code text, quantity integer, held boolean, act text)
     where n.act = 'add';
  end if;

  delete from reservation_options where institution_code = institution and reservation_number = number_;
  insert into reservation_options
         (institution_code, reservation_number, position, group_code, option_code, condition_code, name, amount)
  select institution, number_, o.position, o.group_code, o.option_code, o.condition_code, o.name, o.amount
    from jsonb_to_recordset(b->'options') as o(
         position integer, group_code text, option_code text, condition_code text, name text, amount integer);
  update reservations
     set total_amount = (b->>'total_amount')::integer, version = version + 1, updated_at = now_,
         download_status = 'changed', news_version = version + 1
   where institution_code = institution and reservation_number = number_;
  insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act, details)
  values (institution, number_, now_, b#>>'{actor,kind}', b#>>'{actor,id}', 'edited',
          case when raised = '[]' then b->'details' else b->'details' || jsonb_build_object('raised', raised) end);
  if b->'mails' <> '[]' then
    perform write_mails(institution, b->'mails', now_);
  end if;
  perform write_access_log(jsonb_build_array(b->'log'));
  if raised <> '[]' then
    perform write_access_log(jsonb_build_array(jsonb_set(b#>'{raise,log}', '{details,changes}', raised)));
  end if;
  return jsonb_build_object('raised', raised);
end $$;
