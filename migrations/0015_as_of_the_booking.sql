-- What a reservation's page tells as of the booking, and what masters may say otherwise later: the day at which the age was
-- counted, and how the tax was rounded. Reservations of before have neither; then what masters say now has to do.
alter table reservations
  add column age_date date,
  add column tax_rounding text check (tax_rounding in ('up', 'half', 'down'));

-- With which of several passwords a session was opened: who came in by one that the service has made is asked for an own one.
alter table sessions
  add column opened_with text check (opened_with in ('own', 'first', 'reissued'));

-- A function of its own, so that the next column of a reservation is added here and nowhere else.
create function insert_reservations(a_institution text, a_reservations jsonb, a_owner bigint)
returns void language plpgsql as $$
begin
  insert into reservations (
         institution_code, reservation_number, examinee_id, status, desired, replaces, version, download_status,
         fiscal_year, client_code, course_code, price_condition_code, category_code, visit_date, slot_code,
         start_minute, client_name, insurer_number, category_name, course_name, course_duration, course_description,
         course_recommended_for, course_items, course_amount, total_amount, tax_display, tax_rounding, prices_shown, family_name,
         given_name, family_kana, given_kana, birth_date, age, age_date, sex, postal_code, prefecture, city, street, phone,
         card_symbol, card_number, company_name, employee_number, mail, accepts_mail, remarks, patient_number,
         created_at, updated_at)
  select
         a_institution, n.reservation_number, coalesce(a_owner, n.examinee_id), n.status, n.desired, n.replaces,
         n.version, n.download_status, n.fiscal_year, n.client_code, n.course_code, n.price_condition_code,
         n.category_code, n.visit_date, n.slot_code, n.start_minute, n.client_name, n.insurer_number,
         n.category_name, n.course_name, n.course_duration, n.course_description, n.course_recommended_for,
         n.course_items, n.course_amount, n.total_amount, n.tax_display, n.tax_rounding, n.prices_shown, n.family_name,
         n.given_name, n.family_kana, n.given_kana, n.birth_date, n.age, n.age_date, n.sex, n.postal_code, n.prefecture, n.city, n.street,
         n.phone, n.card_symbol, n.card_number, n.company_name, n.employee_number, n.mail, n.accepts_mail, n.remarks,
         n.patient_number, n.created_at, n.updated_at
    from jsonb_to_recordset(a_reservations) as n(
         reservation_number integer, examinee_id bigint, status text, desired boolean, replaces integer,
         version integer, download_status text, fiscal_year integer, client_code text, course_code text,
         price_condition_code text, category_code text, visit_date date, slot_code text, start_minute integer,
         client_name text, insurer_number text, category_name text, course_name text, course_duration text,
         course_description text, course_recommended_for text, course_items jsonb, course_amount integer,
         total_amount integer, tax_display text, tax_rounding text, prices_shown boolean, family_name text, given_name text,
         family_kana text, given_kana text, birth_date date, age integer, age_date date, sex text, postal_code text,
         prefecture text, city text, street text, phone text, card_symbol text, card_number text, company_name text,
         employee_number text, mail text, accepts_mail boolean, remarks text, patient_number text,
         created_at timestamptz, updated_at timestamptz);
end $$;

-- As before, with the reservations written by the function above.
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
  perform insert_reservations(institution, b->'reservations', owner);
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
