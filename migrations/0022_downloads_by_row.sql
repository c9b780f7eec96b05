-- A CSV download leaves the reservations alone: it writes a narrow row for each of them, which costs a tenth of a new version
-- of the reservation, its indexes included, and waits for nobody who is changing one.

-- As of which version the reservation has something to tell that a file must have; other changes do not count.
alter table reservations add column news_version integer not null default 1;

-- What each file held, and in which version. A reservation's numbers are never used again, and it is never deleted once it
-- has a history: the many rows of a download are not checked one by one.
create table csv_download_rows (
  institution_code text not null,
  reservation_number integer not null,
  download_id bigint not null,
  version integer not null,
  primary key (institution_code, reservation_number, download_id)
);

insert into csv_download_rows (institution_code, reservation_number, download_id, version)
select d.institution_code, n.number, d.download_id,
       case r.download_status when 'done' then r.version else 0 end
  from csv_downloads d cross join unnest(d.reservation_numbers) n(number)
  join reservations r on r.institution_code = d.institution_code and r.reservation_number = n.number
    on conflict do nothing;
alter table csv_downloads drop column reservation_numbers;
delete from reservation_history where act = 'downloaded';
alter table reservation_history drop constraint reservation_history_act_check,
  add constraint reservation_history_act_check
    check (act in ('booked', 'changed', 'replaced', 'cancelled', 'edited', 'mailed'));

-- What it is as long as no file has its news: whoever had one that was done will find it changed once it has news again.
update reservations set download_status = 'changed' where download_status = 'done';
alter table reservations drop constraint reservations_download_status_check,
  add constraint reservations_download_status_check check (download_status in ('new', 'changed'));

-- As before, and the version of the news in addition.
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
begin
  answer := remember_request(b->>'institution_code', b->'request', b->'answer', now_);
  if answer is not null then
    return answer;
  end if;
  select institution_code, reservation_number, examinee_id, status, version, visit_date, slot_code, patient_number into old
    from reservations
   where institution_code = b->>'institution_code' and reservation_number = (b->>'reservation_number')::integer
     for update;
  if old.reservation_number is null
     or old.examinee_id <> coalesce((wants->>'examinee_id')::bigint, old.examinee_id)
     or old.version <> coalesce((wants->>'version')::integer, old.version)
     or not coalesce(wants->'statuses' ? old.status, true) then
    raise exception using errcode = 'BK004', message = 'not in that state any more';
  end if;
  to_date_ := coalesce((b->>'visit_date')::date, old.visit_date);
  to_slot := coalesce(b->>'slot_code', old.slot_code);
  to_patient := coalesce(b->>'patient_number', old.patient_number);

  perform 1 from frames f
    where f.institution_code = old.institution_code
      and f.frame_code in (select p.frame_code from reservation_places p
                            where p.institution_code = old.institution_code
                              and p.reservation_number = old.reservation_number)
    order by f.frame_code
      for key share;
  update reservations
     set status = b->>'status', version = version + 1,
         updated_at = case when (old.status, old.visit_date, old.slot_code, old.patient_number)
                                = (b->>'status', to_date_, to_slot, to_patient) then updated_at else now_ end,
         visit_date = to_date_, slot_code = to_slot, patient_number = to_patient,
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
  return coalesce(b->'answer', '{}');
end $$;
