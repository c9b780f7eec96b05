-- The booking write: one function call, all or nothing. What may be booked was decided before, by the service; what can
-- only be known at the moment of writing is decided here. Refusals are errors, so that nothing stays behind:
--   BK001 no place left                        BK002 the mail address has an account already
--   BK003 the world changed since it was read  BK004 the reservation is no longer in that state
--   BK005 the request id was used for another content      BK006 the institution is closed on that day
-- Locks are taken in one order everywhere: request, account, reservation, frames, capacities.

-- Remembers a request and its answer; gives the answer of the same request made before, or null for the first one. A
-- second one that arrives while the first is still running waits for it here.
create function remember_request(a_institution text, a_request jsonb, a_answer jsonb, a_now timestamptz)
returns jsonb language plpgsql as $$
declare
  earlier answered_requests;
begin
  if a_request is null or jsonb_typeof(a_request) = 'null' then
    return null;
  end if;
  insert into answered_requests
         (institution_code, act, person_key, request_id, content_hash, answer, answered_at)
  values (a_institution, a_request->>'act', a_request->>'person_key', a_request->>'request_id',
          decode(a_request->>'content_hash', 'hex'), a_answer, a_now)
  on conflict do nothing;
  if found then
    return null;
  end if;
  select * into earlier from answered_requests
   where institution_code = a_institution and act = a_request->>'act'
     and person_key = a_request->>'person_key' and request_id = a_request->>'request_id';
  if earlier.content_hash is distinct from decode(a_request->>'content_hash', 'hex') then
    raise exception using errcode = 'BK005', message = 'request id used before';
  end if;
  return earlier.answer;
end $$;

create function write_mails(a_institution text, a_mails jsonb, a_now timestamptz)
returns void language sql as $$
  insert into outbox_mails (institution_code, mail_id, message_id, kind, reservation_number, once_key, sender, reply_to,
                            recipient, bcc, subject, body, next_attempt_at, created_at)
  select a_institution, m.mail_id, m.message_id, m.kind, m.reservation_number, m.once_key, m.sender, m.reply_to,
         m.recipient, m.bcc, m.subject, m.body, a_now, a_now
    from jsonb_populate_recordset(null::outbox_mails, a_mails) as m
  on conflict (institution_code, once_key) where once_key is not null do nothing
$$;

-- Waits for whoever is changing one of these frames, and refuses when it no longer is what the booking counted with.
create function hold_frames(a_institution text, a_places jsonb)
returns void language plpgsql as $$
begin
  if exists (
    select from (
      select f.frame_code, f.managed_by, f.counted_as
        from frames f
       where f.institution_code = a_institution
         and f.frame_code in (select p.frame_code from jsonb_to_recordset(a_places) as p(frame_code text))
       order by f.frame_code
         for key share) as now_
    right join jsonb_to_recordset(a_places) as p(frame_code text, managed_by text, counted_as text) using (frame_code)
    where (now_.managed_by, now_.counted_as) is distinct from (p.managed_by, p.counted_as)) then
    raise exception using errcode = 'BK003', message = 'a frame has changed';
  end if;
end $$;

-- Before places of two reservations are settled one after the other: locks what either of them touches, in key order.
create function lock_capacities(a_institution text, a_reservation integer, a_places jsonb, a_date date)
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

-- The account of a guest's first booking. An address that has one already is told only when all else went well, by
-- `book`, which needs somebody to write the reservation for until then.
create function open_account(a_institution text, a_account jsonb, out id bigint, out existed boolean)
language plpgsql as $$
declare
  e examinees := jsonb_populate_record(null::examinees, a_account);
begin
  insert into examinees (institution_code, mail, family_name, given_name, family_kana, given_kana, birth_date, sex,
                         postal_code, prefecture, city, street, phone, client_code, category_code, insurer_number,
                         card_symbol, card_number, company_name, employee_number, accepts_mail, created_at, updated_at)
  values (a_institution, e.mail, e.family_name, e.given_name, e.family_kana, e.given_kana, e.birth_date, e.sex,
          e.postal_code, e.prefecture, e.city, e.street, e.phone, e.client_code, e.category_code, e.insurer_number,
          e.card_symbol, e.card_number, e.company_name, e.employee_number, e.accepts_mail, e.created_at, e.created_at)
  on conflict (institution_code, lower(mail)) do nothing
  returning examinee_id into id;
  existed := id is null;
  if existed then
    select examinee_id into id from examinees where institution_code = a_institution and lower(mail) = lower(e.mail);
    return;
  end if;
  insert into examinee_credentials (institution_code, examinee_id, kind, scheme, hash, expires_at, created_at)
  values (a_institution, id, 'first', a_account#>>'{credential,scheme}', a_account#>>'{credential,hash}',
          (a_account#>>'{credential,expires_at}')::timestamptz, e.created_at);
end $$;

-- Ends a reservation that a new one replaces, and gives its places back, or hands them on where the new one is only
-- desired. Its row is locked first: of two changes at once, one finds it replaced already.
create function replace_reservation(r reservations, a_actor jsonb, a_places jsonb)
returns void language plpgsql as $$
declare
  old reservations;
begin
  select * into old from reservations
   where institution_code = r.institution_code and reservation_number = r.replaces and examinee_id = r.examinee_id
     for update;
  if old.status is null or old.status not in ('new', 'changed', 'confirmed') then
    raise exception using errcode = 'BK004', message = 'not in that state any more';
  end if;
  perform hold_frames(r.institution_code, a_places);
  perform lock_capacities(r.institution_code, r.replaces, a_places, r.visit_date);
  update reservations
     set status = case old.status when 'confirmed' then 'replaced_confirmed' else 'replaced_unconfirmed' end,
         version = version + 1, updated_at = r.created_at
   where institution_code = r.institution_code and reservation_number = r.replaces;
  insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act, details)
  values (r.institution_code, r.replaces, r.created_at, a_actor->>'kind', a_actor->>'id', 'replaced',
          jsonb_build_object('by', r.reservation_number));
end $$;

-- Refuses what was decided on masters that have changed since, and days that the institution is closed on.
create function check_world(r reservations, a_version bigint) returns void language plpgsql as $$
begin
  if a_version <> (select version from masters_versions where institution_code = r.institution_code) then
    raise exception using errcode = 'BK003', message = 'the masters have changed';
  end if;
  if exists (select from calendar_days
              where institution_code = r.institution_code and day = r.visit_date and status = 'closed') then
    raise exception using errcode = 'BK006', message = 'closed on that day';
  end if;
end $$;

-- A booking, new or in place of another one.
-- Input: version (of the masters it was decided on), request, answer (what to answer, now and to the same request),
-- reservation, options, places, actor, details, mails; for a guest account, else follow (what goes into the account if
-- the person is its owner). Returns the answer, and the mail address of the account.
create function book(b jsonb) returns jsonb language plpgsql as $$
declare
  r reservations := jsonb_populate_record(null::reservations, b->'reservation');
  answer jsonb;
  login text;
  existed boolean := false;
begin
  answer := remember_request(r.institution_code, b->'request', b->'answer', r.created_at);
  if jsonb_typeof(b->'account') = 'object' then
    login := b#>>'{account,mail}';
  else
    select mail into login from examinees
     where institution_code = r.institution_code and examinee_id = r.examinee_id;
  end if;
  if answer is not null then
    return answer || jsonb_build_object('mail', login);
  end if;
  perform check_world(r, (b->>'version')::bigint);

  if jsonb_typeof(b->'account') = 'object' then
    select id, a.existed into r.examinee_id, existed from open_account(r.institution_code, b->'account') as a;
  else
    perform follow_owner(r, b->'follow');
  end if;

  if r.replaces is null then
    perform hold_frames(r.institution_code, b->'places');
  else
    perform replace_reservation(r, b->'actor', b->'places');
  end if;

  insert into reservations select r.*;
  insert into reservation_options
         (institution_code, reservation_number, position, group_code, option_code, condition_code, name, amount)
  select r.institution_code, r.reservation_number, o.position, o.group_code, o.option_code, o.condition_code, o.name,
         o.amount
    from jsonb_populate_recordset(null::reservation_options, b->'options') as o;
  insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act, details)
  values (r.institution_code, r.reservation_number, r.created_at, b#>>'{actor,kind}',
          coalesce(b#>>'{actor,id}', r.examinee_id::text), case when r.replaces is null then 'booked' else 'changed' end,
          b->'details');
  perform write_mails(r.institution_code, b->'mails', r.created_at);

  if r.replaces is not null then
    perform pass_places_on(r);
  end if;
  insert into reservation_places
         (institution_code, reservation_number, frame_code, visit_date, slot_code, quantity, held)
  select r.institution_code, r.reservation_number, p.frame_code, r.visit_date, p.slot_code, p.quantity, not r.desired
    from jsonb_populate_recordset(null::reservation_places, b->'places') as p;
  if r.desired then
    perform refuse_without_capacity(r);
  end if;

  if existed then
    raise exception using errcode = 'BK002', message = 'registered';
  end if;
  return b->'answer' || jsonb_build_object('mail', login);
end $$;

-- One may book for family: only the owner's own data go into the account, and only those that the booking brings.
create function follow_owner(r reservations, a_follow jsonb) returns void language sql as $$
  update examinees e
     set (postal_code, prefecture, city, street, phone, company_name, client_code, category_code, insurer_number,
          card_symbol, card_number, employee_number, updated_at)
       = (select f.postal_code, f.prefecture, f.city, f.street, f.phone, f.company_name, f.client_code, f.category_code,
                 f.insurer_number, f.card_symbol, f.card_number, f.employee_number, r.created_at
            from jsonb_populate_record(e, a_follow) as f)
   where e.institution_code = r.institution_code and e.examinee_id = r.examinee_id
     and e.family_kana = r.family_kana and e.given_kana = r.given_kana and e.birth_date = r.birth_date
$$;

-- The old places: given back, or kept by a new request that is only desired until staff have decided.
create function pass_places_on(r reservations) returns void language plpgsql as $$
declare
  passed jsonb;
begin
  with given_back as (
    update reservation_places set held = false
     where institution_code = r.institution_code and reservation_number = r.replaces and held
    returning frame_code, visit_date, slot_code, quantity)
  select jsonb_agg(to_jsonb(given_back)) into passed from given_back where r.desired;
  insert into reservation_places
         (institution_code, reservation_number, frame_code, visit_date, slot_code, quantity, held, origin)
  select r.institution_code, r.reservation_number, p.frame_code, p.visit_date, p.slot_code, p.quantity, true, 'inherited'
    from jsonb_populate_recordset(null::reservation_places, passed) as p;
end $$;

-- A desired booking takes nothing yet, but asks only for what there is.
create function refuse_without_capacity(r reservations) returns void language plpgsql as $$
begin
  if exists (
    select from reservation_places p
      left join frame_capacities c using (institution_code, frame_code, visit_date, slot_code)
     where p.institution_code = r.institution_code and p.reservation_number = r.reservation_number
       and p.origin = 'own' and coalesce(c.capacity, 0) = 0) then
    raise exception using errcode = 'BK001', message = 'no such place';
  end if;
end $$;

-- An act on a reservation that stays the same reservation: cancel, and whatever staff do. The places it was booked with
-- move along to the new day and slot, and are held or not as `hold` says; one statement settles them all.
-- Input: institution_code, reservation_number, expected (examinee_id, version, statuses: what must still be true),
-- status, hold, visit_date, slot_code, start_minute, download_status (null = as before), now, actor, act, details,
-- mails, request, answer.
create function move_reservation(b jsonb) returns jsonb language plpgsql as $$
declare
  old reservations;
  answer jsonb;
  wants constant jsonb := b->'expected';
  now_ constant timestamptz := b->>'now';
  to_date_ date;
  to_slot text;
begin
  answer := remember_request(b->>'institution_code', b->'request', b->'answer', now_);
  if answer is not null then
    return answer;
  end if;
  select * into old from reservations
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

  perform 1 from frames f
    where f.institution_code = old.institution_code
      and f.frame_code in (select p.frame_code from reservation_places p
                            where p.institution_code = old.institution_code
                              and p.reservation_number = old.reservation_number)
    order by f.frame_code
      for key share;
  update reservations
     set status = b->>'status', version = version + 1, updated_at = now_,
         visit_date = to_date_, slot_code = to_slot,
         start_minute = case when b ? 'start_minute' then (b->>'start_minute')::integer else start_minute end,
         download_status = coalesce(b->>'download_status', download_status)
   where institution_code = old.institution_code and reservation_number = old.reservation_number;
  update reservation_places
     set held = (origin = 'own' and (b->>'hold')::boolean),
         visit_date = case origin when 'own' then to_date_ else visit_date end,
         slot_code = case when origin = 'own' and slot_code <> 'ZZ' then to_slot else slot_code end
   where institution_code = old.institution_code and reservation_number = old.reservation_number;
  insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act, details)
  values (old.institution_code, old.reservation_number, now_, b#>>'{actor,kind}', b#>>'{actor,id}', b->>'act',
          coalesce(b->'details', '{}'));
  perform write_mails(old.institution_code, coalesce(b->'mails', '[]'), now_);
  return coalesce(b->'answer', '{}');
end $$;

-- Both were implied already, by the examinee and by the reservation; each check would lock the institution's one row
-- once more in every booking.
alter table reservations drop constraint reservations_institution_code_fkey;
alter table outbox_mails drop constraint outbox_mails_institution_code_fkey;
