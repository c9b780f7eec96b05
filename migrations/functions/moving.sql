-- An act on a reservation that stays the same reservation: cancel, and whatever staff do. The places it was booked with move
-- along to the new day and slot, and are held or not as `hold` says; one statement settles them all.
-- Input: institution_code, reservation_number, expected (examinee_id, version, statuses: what must still be true), status,
-- hold, keep_inherited (the places that a changed request has kept of the one before stay as they are), visit_date, slot_code,
-- start_minute, patient_number, cancel_reason, download_status (each null = as before), now, actor, act, details, mails, request, answer, log (its
-- row of the access log, where staff act).
-- The time of the last change moves with what is changed, not with every act.
create or replace function move_reservation(b jsonb) returns jsonb language plpgsql as $$
declare
  old record;
  answer jsonb;
  wants constant jsonb := b->'expected';
  now_ constant timestamptz := b->>'now';
  keeps_inherited constant boolean := coalesce((b->>'keep_inherited')::boolean, false);
  to_date_ date;
  to_slot text;
  to_patient text;
  to_reason text;
begin
  answer := remember_request(b->>'institution_code', b->'request', b->'answer', now_);
  if answer is not null then
    return answer;
  end if;
  select institution_code, reservation_number, examinee_id, status, version, visit_date, slot_code, patient_number, cancel_reason into old
    from reservations
   where institution_code = b->>'institution_code' and reservation_number = (b->>'reservation_number')::integer
     for update;
  if old.reservation_number is null
     or (wants->>'examinee_id' is not null and old.examinee_id is distinct from (wants->>'examinee_id')::bigint)
     or old.version <> coalesce((wants->>'version')::integer, old.version)
     or not coalesce(wants->'statuses' ? old.status, true) then
    raise exception using errcode = 'BK004', message = 'not in that state any more';
  end if;
  to_date_ := coalesce((b->>'visit_date')::date, old.visit_date);
  to_slot := coalesce(b->>'slot_code', old.slot_code);
  to_patient := coalesce(b->>'patient_number', old.patient_number);
  -- What stands again was cancelled for no reason.
  to_reason := case when is_live(b->>'status') then '' else coalesce(b->>'cancel_reason', old.cancel_reason) end;

  if (to_date_, to_slot) <> (old.visit_date, old.slot_code) or not is_live(b->>'status') then
    perform settle_reception(old.institution_code, old.reservation_number,
                             (to_date_, to_slot) <> (old.visit_date, old.slot_code));
  end if;
  perform 1 from frames f
    where f.institution_code = old.institution_code
      and f.frame_code in (select p.frame_code from reservation_places p
                            where p.institution_code = old.institution_code
                              and p.reservation_number = old.reservation_number)
    order by f.frame_code
      for key share;
  update reservations
     set status = b->>'status', version = version + 1,
         updated_at = case when (old.status, old.visit_date, old.slot_code, old.patient_number, old.cancel_reason)
                                = (b->>'status', to_date_, to_slot, to_patient, to_reason) then updated_at else now_ end,
         visit_date = to_date_, slot_code = to_slot, patient_number = to_patient, cancel_reason = to_reason,
         start_minute = case when b ? 'start_minute' then (b->>'start_minute')::integer else start_minute end,
         download_status = coalesce(b->>'download_status', download_status),
         news_version = case when b->>'download_status' is null then news_version else version + 1 end
   where institution_code = old.institution_code and reservation_number = old.reservation_number;
  update reservation_places
     set held = case origin when 'own' then (b->>'hold')::boolean else held and keeps_inherited end,
         visit_date = case origin when 'own' then to_date_ else visit_date end,
         slot_code = case when origin = 'own' and slot_code <> 'ZZ' then to_slot else slot_code end
   where institution_code = old.institution_code and reservation_number = old.reservation_number;
  insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act, details)
  values (old.institution_code, old.reservation_number, now_, b#>>'{actor,kind}', b#>>'{actor,id}', b->>'act',
          coalesce(b->'details', '{}'));
  perform write_mails(old.institution_code, coalesce(b->'mails', '[]'), now_);
  if b ? 'log' then
    perform write_access_log(jsonb_build_array(b->'log'));
  end if;
  return coalesce(b->'answer', '{}');
end $$;
