-- The booking functions say by name which columns they read and write. Where they took a table's rows as a whole, a column
-- that a later migration adds would have been written as null by servers that do not know it, and plans that were made before
-- would no longer fit.

drop function replace_reservation(reservations, jsonb, jsonb, jsonb);
drop function pass_places_on(reservations);
drop function take_mails(timestamptz, timestamptz, integer);

-- The answer that the same request got before, or null for the first one. A second one that arrives while the first is still
-- running waits for it here.
create or replace function remember_request(a_institution text, a_request jsonb, a_answer jsonb, a_now timestamptz)
returns jsonb language plpgsql as $$
declare
  earlier_hash bytea;
  earlier_answer jsonb;
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
  select content_hash, answer into earlier_hash, earlier_answer from answered_requests
   where institution_code = a_institution and act = a_request->>'act'
     and person_key = a_request->>'person_key' and request_id = a_request->>'request_id';
  if earlier_hash is distinct from decode(a_request->>'content_hash', 'hex') then
    raise exception using errcode = 'BK005', message = 'request id used before';
  end if;
  return earlier_answer;
end $$;

-- As before, with the columns by name.
create or replace function open_accounts(a_institution text, a_accounts jsonb) returns bigint language plpgsql as $$
declare
  opened integer;
  earlier bigint;
begin
  insert into examinees (institution_code, examinee_id, mail, family_name, given_name, family_kana, given_kana, birth_date,
                         sex, postal_code, prefecture, city, street, phone, client_code, category_code, insurer_number,
                         card_symbol, card_number, company_name, employee_number, accepts_mail, created_at, updated_at)
         overriding system value
  select a_institution, e.examinee_id, e.mail, e.family_name, e.given_name, e.family_kana, e.given_kana, e.birth_date,
         e.sex, e.postal_code, e.prefecture, e.city, e.street, e.phone, e.client_code, e.category_code, e.insurer_number,
         e.card_symbol, e.card_number, e.company_name, e.employee_number, e.accepts_mail, e.created_at, e.created_at
    from jsonb_to_recordset(a_accounts) as e(
         examinee_id bigint, mail text, family_name text, given_name text, family_kana text, given_kana text, birth_date date,
         sex text, postal_code text, prefecture text, city text, street text, phone text, client_code text,
         category_code text, insurer_number text, card_symbol text, card_number text, company_name text,
         employee_number text, accepts_mail boolean, created_at timestamptz)
   order by lower(e.mail)
  on conflict (institution_code, lower(mail)) do nothing;
  get diagnostics opened = row_count;
  if opened < jsonb_array_length(a_accounts) then
    if jsonb_array_length(a_accounts) > 1 then
      raise exception using errcode = 'BK007', message = 'one by one';
    end if;
    select examinee_id into earlier from examinees
     where institution_code = a_institution and lower(mail) = lower(a_accounts#>>'{0,mail}');
    return earlier;
  end if;
  insert into examinee_credentials (institution_code, examinee_id, kind, scheme, hash, expires_at, created_at)
  select a_institution, c.examinee_id, 'first', c.scheme, c.hash, c.expires_at, c.created_at
    from jsonb_to_recordset(a_accounts) as c(
         examinee_id bigint, scheme text, hash text, expires_at timestamptz, created_at timestamptz);
  return null;
end $$;

create or replace function follow_owners(a_institution text, a_follows jsonb) returns void language plpgsql as $$
begin
  update examinees e
     set (postal_code, prefecture, city, street, phone, company_name, client_code, category_code, insurer_number,
          card_symbol, card_number, employee_number, updated_at)
       = (select n.postal_code, n.prefecture, n.city, n.street, n.phone, n.company_name, n.client_code, n.category_code,
                 n.insurer_number, n.card_symbol, n.card_number, n.employee_number, f.at
            from jsonb_to_record(to_jsonb(e) || f.news) as n(
                 postal_code text, prefecture text, city text, street text, phone text, company_name text,
                 client_code text, category_code text, insurer_number text, card_symbol text, card_number text,
                 employee_number text))
    from jsonb_to_recordset(a_follows) as f(
         examinee_id bigint, family_kana text, given_kana text, birth_date date, at timestamptz, news jsonb)
   where e.institution_code = a_institution and e.examinee_id = f.examinee_id
     and e.family_kana = f.family_kana and e.given_kana = f.given_kana and e.birth_date = f.birth_date
     and not to_jsonb(e) @> f.news;
end $$;

-- Ends a reservation that a new one replaces. Its row is locked first: of two changes at once, one finds it replaced
-- already.
create function replace_reservation(a_institution text, a_number integer, a_new jsonb, a_actor jsonb, a_frames jsonb,
                                    a_places jsonb)
returns void language plpgsql as $$
declare
  now_ constant timestamptz := a_new->>'created_at';
  old_status text;
begin
  select status into old_status from reservations
   where institution_code = a_institution and reservation_number = a_number
     and examinee_id = (a_new->>'examinee_id')::bigint
     for update;
  if old_status is null or old_status not in ('new', 'changed', 'confirmed') then
    raise exception using errcode = 'BK004', message = 'not in that state any more';
  end if;
  perform hold_frames(a_institution, a_frames);
  perform lock_capacities(a_institution, a_number, a_places, (a_new->>'visit_date')::date);
  update reservations
     set status = case old_status when 'confirmed' then 'replaced_confirmed' else 'replaced_unconfirmed' end,
         version = version + 1, updated_at = now_
   where institution_code = a_institution and reservation_number = a_number;
  insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act, details)
  values (a_institution, a_number, now_, a_actor->>'kind', a_actor->>'id', 'replaced',
          jsonb_build_object('by', (a_new->>'reservation_number')::integer));
end $$;

-- The old places: given back, or kept by a new request that is only desired until staff have decided.
create function pass_places_on(a_institution text, a_from integer, a_to integer, a_desired boolean)
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

-- Bookings of one institution, new ones, or one in place of another.
-- Input: institution_code, version (of the masters they were decided on), at, and lists: requests (with the answer that the
-- same request gets when it comes again), accounts (of guests), subjects (what a partner calls them), follows (of the others: what goes into the account if
-- the person is its owner), reservations, options, frames (and how each counts), places, history, mails.
-- Returns `logins`, the mail address of each account that was there already, by the reservation, and `answer` if a
-- single request was answered before.
create or replace function book_all(b jsonb) returns jsonb language plpgsql
-- The lists are short, but nobody tells the planner: it would plan some statements anew at every call, and read whole
-- tables where a few rows are wanted.
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  institution constant text := b->>'institution_code';
  number_of constant integer := jsonb_array_length(b->'reservations');
  now_ constant timestamptz := b->>'at';
  replaced constant integer := b#>>'{reservations,0,replaces}';
  answer jsonb;
  logins jsonb := '{}';
  remembered integer;
  owner bigint;
begin
  if jsonb_array_length(b->'follows') > 0 then
    select jsonb_object_agg(n.reservation_number, e.mail) into logins
      from jsonb_to_recordset(b->'reservations') as n(reservation_number integer, examinee_id bigint)
      join examinees e on e.institution_code = institution and e.examinee_id = n.examinee_id;
  end if;
  insert into answered_requests (institution_code, act, person_key, request_id, content_hash, answer, answered_at)
  select institution, q.act, q.person_key, q.request_id, decode(q.content_hash, 'hex'), q.answer, now_
    from jsonb_to_recordset(b->'requests') as q(act text, person_key text, request_id text, content_hash text, answer jsonb)
   order by q.act, q.person_key, q.request_id
  on conflict do nothing;
  get diagnostics remembered = row_count;
  if remembered < jsonb_array_length(b->'requests') then
    if number_of > 1 then
      raise exception using errcode = 'BK007', message = 'one by one';
    end if;
    -- Null where it was forgotten in between: then it is the first one after all.
    answer := remember_request(institution, b#>'{requests,0}', b#>'{requests,0,answer}', now_);
    if answer is not null then
      return jsonb_build_object('answer', answer, 'logins', logins);
    end if;
  end if;

  if (b->>'version')::bigint <> (select version from masters_versions where institution_code = institution) then
    raise exception using errcode = 'BK003', message = 'the masters have changed';
  end if;
  if exists (select from jsonb_to_recordset(b->'reservations') as n(visit_date date)
               join calendar_days d on d.institution_code = institution and d.day = n.visit_date
              where d.status = 'closed') then
    raise exception using errcode = 'BK006', message = 'closed on that day';
  end if;

  if jsonb_array_length(b->'accounts') > 0 then
    owner := open_accounts(institution, b->'accounts');
  end if;
  if jsonb_array_length(b->'subjects') > 0 then
    insert into partner_subjects (institution_code, client_code, subject, examinee_id)
    select institution, s.client_code, s.subject, coalesce(owner, s.examinee_id)
      from jsonb_to_recordset(b->'subjects') as s(client_code text, subject text, examinee_id bigint)
     order by s.client_code, s.subject
    on conflict do nothing;
  end if;
  if jsonb_array_length(b->'follows') > 0 then
    perform follow_owners(institution, b->'follows');
  end if;

  if replaced is null then
    perform hold_frames(institution, b->'frames');
  else
    perform replace_reservation(institution, replaced, b#>'{reservations,0}', b#>'{history,0}', b->'frames', b->'places');
  end if;

  -- Whoever has an account already books for it, until that is refused below.
  insert into reservations (
         institution_code, reservation_number, examinee_id, status, desired, replaces, version, download_status,
         fiscal_year, client_code, course_code, price_condition_code, category_code, visit_date, slot_code,
         start_minute, client_name, insurer_number, category_name, course_name, course_duration, course_description,
         course_recommended_for, course_items, course_amount, total_amount, tax_display, prices_shown, family_name,
         given_name, family_kana, given_kana, birth_date, age, sex, postal_code, prefecture, city, street, phone,
         card_symbol, card_number, company_name, employee_number, mail, accepts_mail, remarks, patient_number,
         created_at, updated_at)
  select
         institution, n.reservation_number, coalesce(owner, n.examinee_id), n.status, n.desired, n.replaces,
         n.version, n.download_status, n.fiscal_year, n.client_code, n.course_code, n.price_condition_code,
         n.category_code, n.visit_date, n.slot_code, n.start_minute, n.client_name, n.insurer_number,
         n.category_name, n.course_name, n.course_duration, n.course_description, n.course_recommended_for,
         n.course_items, n.course_amount, n.total_amount, n.tax_display, n.prices_shown, n.family_name, n.given_name,
         n.family_kana, n.given_kana, n.birth_date, n.age, n.sex, n.postal_code, n.prefecture, n.city, n.street,
         n.phone, n.card_symbol, n.card_number, n.company_name, n.employee_number, n.mail, n.accepts_mail, n.remarks,
         n.patient_number, n.created_at, n.updated_at
    from jsonb_to_recordset(b->'reservations') as n(
         reservation_number integer, examinee_id bigint, status text, desired boolean, replaces integer,
         version integer, download_status text, fiscal_year integer, client_code text, course_code text,
         price_condition_code text, category_code text, visit_date date, slot_code text, start_minute integer,
         client_name text, insurer_number text, category_name text, course_name text, course_duration text,
         course_description text, course_recommended_for text, course_items jsonb, course_amount integer,
         total_amount integer, tax_display text, prices_shown boolean, family_name text, given_name text,
         family_kana text, given_kana text, birth_date date, age integer, sex text, postal_code text,
         prefecture text, city text, street text, phone text, card_symbol text, card_number text, company_name text,
         employee_number text, mail text, accepts_mail boolean, remarks text, patient_number text,
         created_at timestamptz, updated_at timestamptz);
  insert into reservation_options
         (institution_code, reservation_number, position, group_code, option_code, condition_code, name, amount)
  select institution, o.reservation_number, o.position, o.group_code, o.option_code, o.condition_code, o.name, o.amount
    from jsonb_to_recordset(b->'options') as o(
         reservation_number integer, position integer, group_code text, option_code text, condition_code text, name text,
         amount integer);
  insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act, details)
  select institution, h.reservation_number, now_, h.kind, coalesce(h.id, owner::text), h.act, h.details
    from jsonb_to_recordset(b->'history') as h(reservation_number integer, kind text, id text, act text, details jsonb);
  perform write_mails(institution, b->'mails', now_);

  if replaced is not null then
    perform pass_places_on(institution, replaced, (b#>>'{reservations,0,reservation_number}')::integer,
                           (b#>>'{reservations,0,desired}')::boolean);
  end if;
  insert into reservation_places
         (institution_code, reservation_number, frame_code, visit_date, slot_code, quantity, held)
  select institution, p.reservation_number, p.frame_code, p.visit_date, p.slot_code, p.quantity, p.held
    from jsonb_to_recordset(b->'places') as p(
         reservation_number integer, frame_code text, visit_date date, slot_code text, quantity integer, held boolean);
  if b->'places' @> '[{"held": false}]' then
    perform refuse_without_capacity(institution, b->'places');
  end if;

  -- Told only when all else went well: whether an address has an account is nobody's business before.
  if owner is not null then
    raise exception using errcode = 'BK002', message = 'registered';
  end if;
  return jsonb_build_object('logins', logins);
end $$;

-- An act on a reservation that stays the same reservation: cancel, and whatever staff do. The places it was booked with
-- move along to the new day and slot, and are held or not as `hold` says; one statement settles them all.
-- Input: institution_code, reservation_number, expected (examinee_id, version, statuses: what must still be true),
-- status, hold, visit_date, slot_code, start_minute, download_status (null = as before), now, actor, act, details,
-- mails, request, answer.
create or replace function move_reservation(b jsonb) returns jsonb language plpgsql as $$
declare
  old record;
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
  select institution_code, reservation_number, examinee_id, status, version, visit_date, slot_code into old
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

-- Takes some of the mails that are due, and leaves them to whoever asked until the lease ends. A young outbox is small,
-- and a plan for all of this in one statement, made then, would read all of it again and again when it has grown.
create function take_mails(a_now timestamptz, a_lease timestamptz, a_most integer)
returns table (
  institution_code text, mail_id uuid, message_id text, kind text, reservation_number integer, once_key text,
  sender text, reply_to text, recipient text, bcc text, subject text, body text, state text, attempts integer,
  next_attempt_at timestamptz, last_error text, created_at timestamptz, sent_at timestamptz)
language plpgsql set enable_seqscan = off as $$
#variable_conflict use_column
declare
  due record;
begin
  for due in
    select institution_code, mail_id from outbox_mails where state = 'waiting' and next_attempt_at <= a_now
     order by next_attempt_at limit a_most for update skip locked
  loop
    return query
      update outbox_mails set attempts = attempts + 1, next_attempt_at = a_lease
       where institution_code = due.institution_code and mail_id = due.mail_id
      returning
        institution_code, mail_id, message_id, kind, reservation_number, once_key, sender, reply_to, recipient, bcc,
        subject, body, state, attempts, next_attempt_at, last_error, created_at, sent_at;
  end loop;
end $$;
