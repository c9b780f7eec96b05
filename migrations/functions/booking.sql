-- What a booking does: one function call, all or nothing. What may be booked was decided before, by the service; what can
-- only be known at the moment of writing is decided here. Bookings of one institution that arrive together are written
-- together, since most of what one costs is paid per statement, not per row: everything takes lists, with one entry in each
-- for a single booking. Refusals are errors, so that nothing stays behind:
--   BK001 no place left                        BK002 the mail address has an account already
--   BK003 the world changed since it was read  BK004 the reservation is no longer in that state
--   BK005 the request id was used for another content      BK006 the institution is closed on that day
--   BK007 one of several meets anything unusual: the service sends each by itself
--   BK008 the account has booked too often (booking-limits.sql)
--   BK010 the person has come to the reservation that is to be replaced (reception.sql)
--   BK011 to BK013 a full frame can't be raised as staff saw it (raising.sql)
-- What a change does to the reservation that it replaces stands in replacing.sql, mails in mail.sql, wishes about them in
-- wishes.sql, and how places are counted in places.sql. Locks are taken in one order everywhere: requests, limits, accounts, wishes,
-- reservations, frames, capacities, each sorted.
-- Columns are named: a column that a newer server adds harms none that is still running.

-- What a booking says of a reservation; the rest has defaults.
drop view if exists new_reservations;
create view new_reservations as
select institution_code, reservation_number, examinee_id, status, desired, replaces, origin, version, download_status,
       fiscal_year, client_code, course_code, price_condition_code, category_code, visit_date, slot_code, start_minute,
       client_name, insurer_number, category_name, course_name, course_duration, course_description,
       course_recommended_for, course_items, course_amount, total_amount, tax_display, tax_rounding, tax_rate, prices_shown,
       family_name, given_name, family_kana, given_kana, birth_date, age, age_date, sex, postal_code, prefecture, city,
       street, phone, card_symbol, card_number, company_name, employee_number, mail, accepts_mail, remarks, patient_number,
       staff_memo, walk_in, pending_examinee_id, created_at, updated_at
  from reservations;

-- What a guest's booking says of the account that it opens.
drop view if exists new_accounts;
create view new_accounts as
select institution_code, examinee_id, mail, family_name, given_name, family_kana, given_kana, birth_date, sex, postal_code,
       prefecture, city, street, phone, client_code, category_code, insurer_number, card_symbol, card_number, company_name,
       employee_number, accepts_mail, created_at, updated_at
  from examinees;

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

-- The accounts of guests, with numbers that the service has taken for them. Gives the number of an account that was
-- there before under the same address, if only one is opened; of several, none may be.
create or replace function open_accounts(a_institution text, a_accounts jsonb, a_now timestamptz)
returns bigint language plpgsql as $$
declare
  account new_accounts;
  opened integer;
  earlier bigint;
begin
  account.institution_code := a_institution;
  account.updated_at := a_now;
  insert into new_accounts overriding system value
  select * from jsonb_populate_recordset(account, a_accounts) as e
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

-- One may book for family: only the owner's own data go into the account, and only those that the booking brings.
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

-- Waits for whoever is changing one of these frames, and refuses when it no longer is what the booking counted with. Who raises
-- them waits for whoever edits their capacities too, and these for them.
drop function if exists hold_frames(text, jsonb);
create or replace function hold_frames(a_institution text, a_frames jsonb, a_raises boolean) returns void language plpgsql as $$
declare
  held integer;
begin
  if a_raises then
    perform 1
       from frames f
      where f.institution_code = a_institution
        and f.frame_code in (select p.frame_code from jsonb_to_recordset(a_frames) as p(frame_code text))
      order by f.frame_code
        for no key update of f;
  end if;
  perform 1
     from jsonb_to_recordset(a_frames) as p(frame_code text, managed_by text, counted_as text)
     join frames f on f.institution_code = a_institution and f.frame_code = p.frame_code
    where (f.managed_by, f.counted_as) = (p.managed_by, p.counted_as)
    order by f.frame_code
      for key share of f;
  get diagnostics held = row_count;
  if held < jsonb_array_length(a_frames) then
    raise exception using errcode = 'BK003', message = 'a frame has changed';
  end if;
end $$;

-- A desired booking takes nothing yet, but asks only for what there is.
create or replace function refuse_without_capacity(a_institution text, a_places jsonb) returns void language plpgsql as $$
begin
  if exists (
    select from jsonb_to_recordset(a_places) as p(frame_code text, visit_date date, slot_code text, held boolean)
      left join frame_capacities c on c.institution_code = a_institution and c.frame_code = p.frame_code
                                  and c.visit_date = p.visit_date and c.slot_code = p.slot_code
     where not p.held and coalesce(c.capacity, 0) = 0) then
    raise exception using errcode = 'BK001', message = 'no such place';
  end if;
end $$;

-- Bookings of one institution, new ones, or one in place of another.
-- Input: institution_code, version (of the masters they were decided on), at, and lists: requests (with the answer that the
-- same request gets when it comes again), accounts (of guests), subjects (what a partner calls them), follows (of the others:
-- what goes into the account if the person is its owner), limits (on how many), addresses (that may have been forgotten, wishes.sql), wishes (of individuals, about invitations), reservations, options, frames (and how each counts), places,
-- history, mails, logs (of the access log, where staff book). Of a single one also expected (of the reservation that it replaces) and
-- raise (cells that it may raise where they are full, and the entry that tells of it). Returns `answer` if a single request was
-- answered before, and `raised`, what was raised.
create or replace function book_all(b jsonb) returns jsonb language plpgsql
-- The lists are short, but nobody tells the planner: it would plan some statements anew at every call, and read whole
-- tables, or all accounts of an institution, where a few rows are wanted by their keys.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  institution constant text := b->>'institution_code';
  number_of constant integer := jsonb_array_length(b->'reservations');
  now_ constant timestamptz := b->>'at';
  replaced constant integer := b#>>'{reservations,0,replaces}';
  answer jsonb;
  remembered integer;
  owner bigint;
  carried jsonb;
  raised jsonb := '[]';
  rows_ jsonb;
  unsent new_reservations;
begin
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
      return jsonb_build_object('answer', answer);
    end if;
  end if;

  if (b->>'version')::bigint <> (select version from masters_versions where institution_code = institution) then
    raise exception using errcode = 'BK003', message = 'the masters have changed';
  end if;
  if exists (select from jsonb_to_recordset(b->'reservations') as n(visit_date date)
              where (select status from calendar_days where institution_code = institution and day = n.visit_date)
                    = 'closed') then
    raise exception using errcode = 'BK006', message = 'closed on that day';
  end if;

  if jsonb_array_length(b->'limits') > 0 and is_over_limit(institution, b->'limits', now_) then
    if number_of > 1 then
      raise exception using errcode = 'BK007', message = 'one by one';
    end if;
    raise exception using errcode = 'BK008', message = 'too many bookings';
  end if;
  if jsonb_array_length(b->'accounts') > 0 then
    owner := open_accounts(institution, b->'accounts', now_);
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
  if b ? 'addresses' then
    perform bring_back_refusals(institution, b->'addresses');
  end if;
  if jsonb_array_length(b->'wishes') > 0 then
    perform keep_booked_wishes(institution, b->'wishes', now_);
  end if;

  if replaced is null then
    perform hold_frames(institution, b->'frames', b ? 'raise');
  else
    carried := replace_reservation(institution, replaced, b#>'{reservations,0}', b#>'{history,0}', b->'frames', b->'places',
                                   b->'expected', b ? 'raise');
  end if;
  if b ? 'raise' then
    raised := raise_frames(institution, replaced, b->'places', b#>'{raise,cells}');
  end if;

  -- Whoever has an account already books for it, until that is refused below. What staff change stays with its owner.
  rows_ := case
    when replaced is not null then jsonb_build_array(
      case when b#>'{reservations,0,examinee_id}' = 'null' then carried || ((b#>'{reservations,0}') - 'examinee_id')
           else (carried - 'pending_examinee_id') || (b#>'{reservations,0}') end
        || case when owner is null then '{}' else jsonb_build_object('examinee_id', owner) end)
    when owner is not null then jsonb_set(b->'reservations', '{0,examinee_id}', to_jsonb(owner))
    else b->'reservations' end;
  if b->'history' @> '[{"kind": "administrator"}]' then
    rows_ := await_verification(institution, rows_, b->'history', b->'accounts');
  end if;
  -- A server of 1.0.0 does not send it.
  unsent.walk_in := false;
  insert into new_reservations
  select * from jsonb_populate_recordset(unsent, rows_);
  insert into reservation_options
         (institution_code, reservation_number, position, group_code, option_code, condition_code, name, amount)
  select institution, o.reservation_number, o.position, o.group_code, o.option_code, o.condition_code, o.name, o.amount
    from jsonb_to_recordset(b->'options') as o(
         reservation_number integer, position integer, group_code text, option_code text, condition_code text, name text,
         amount integer);
  insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act, details)
  select institution, h.reservation_number, now_, h.kind, coalesce(h.id, owner::text), h.act,
         case when raised = '[]' then h.details else h.details || jsonb_build_object('raised', raised) end
    from jsonb_to_recordset(b->'history') as h(reservation_number integer, kind text, id text, act text, details jsonb);
  perform write_mails(institution, b->'mails', now_);
  if jsonb_array_length(b->'logs') > 0 then
    perform write_access_log(b->'logs');
  end if;
  if raised <> '[]' then
    perform write_access_log(jsonb_build_array(jsonb_set(b#>'{raise,log}', '{details,changes}', raised)));
  end if;

  if replaced is not null then
    perform pass_sendings_on(institution, replaced, (b#>>'{reservations,0,reservation_number}')::integer);
    -- What staff have confirmed takes its own places at once.
    perform pass_places_on(institution, replaced, (b#>>'{reservations,0,reservation_number}')::integer,
                           (b#>>'{reservations,0,desired}')::boolean and b#>>'{reservations,0,status}' <> 'confirmed');
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
  return case when raised = '[]' then '{}' else jsonb_build_object('raised', raised) end;
end $$;

-- When a day sells out, those who come too late outnumber those who got a place, and most of a booking's work was done
-- for them before its place was found gone. So the room is looked at first, without a lock: what is full in the eyes of
-- everybody is refused at once and for good. What looks free is booked under the guard that keeps places from being sold
-- twice.

drop function if exists find_full(text, jsonb);

-- Takes what book_all takes. Returns `full`, the numbers of those for which there is no room, and has written nothing
-- then; else what book_all returns, and in addition `accounts`: mail address and name of each account that was there
-- already, by the reservation. A change is not looked at, since its own places count as free, nor is who may raise frames.
create or replace function book_where_room(b jsonb) returns jsonb language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  institution constant text := b->>'institution_code';
  full_ jsonb;
  accounts jsonb;
begin
  if b#>>'{reservations,0,replaces}' is null and not b ? 'raise' then
    -- Those that do not fit, each by itself, into what is left. None waits for another in the same call: one that fits only if another
    -- of them is refused must be tried.
    select jsonb_agg(distinct p.reservation_number) into full_
      from jsonb_to_recordset(b->'places') as p(
           reservation_number integer, frame_code text, visit_date date, slot_code text, quantity integer, held boolean)
      left join frame_capacities c on c.institution_code = institution and c.frame_code = p.frame_code
                                  and c.visit_date = p.visit_date and c.slot_code = p.slot_code
     where p.held and coalesce(c.used + p.quantity > c.capacity, true);
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
