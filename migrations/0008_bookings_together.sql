-- Bookings of one institution that arrive together are written together: most of what a booking costs the database is
-- paid per statement, not per row. `book_all` therefore takes lists, with one entry in each for a single booking. It is
-- all or nothing: if one of several meets anything unusual, all are refused, and the service sends each by itself. It has a
-- name of its own, so that a server of before is refused, too, and does not take silence for a booking.

drop function book(jsonb);
drop function open_account(text, jsonb);
drop function follow_owner(reservations, jsonb);
drop function check_world(reservations, bigint);
drop function refuse_without_capacity(reservations);
drop function replace_reservation(reservations, jsonb, jsonb);

-- An institution has one row, and checking it anew for every account would lock that row in all of them. Accounts are
-- opened by bookings alone, which read the institution; institutions are never deleted.
alter table examinees drop constraint examinees_institution_code_fkey;

-- What belongs to a reservation refers to it, and places to their frames. Kept as foreign keys, every row would be looked
-- up and locked by itself; here all rows of a statement are checked with one. At the other end, nothing that is referred to
-- is deleted.
alter table reservation_options drop constraint reservation_options_institution_code_reservation_number_fkey;
alter table reservation_history drop constraint reservation_history_institution_code_reservation_number_fkey;
alter table reservation_places drop constraint reservation_places_institution_code_reservation_number_fkey;
alter table reservation_places drop constraint reservation_places_institution_code_frame_code_fkey;

create function refuse_orphans() returns trigger language plpgsql as $$
begin
  if exists (select from added a
              where not exists (select from reservations r
                                 where r.institution_code = a.institution_code
                                   and r.reservation_number = a.reservation_number)) then
    raise exception using errcode = 'foreign_key_violation', message = tg_table_name || ' without their reservation';
  end if;
  return null;
end $$;

create function refuse_places_without_frame() returns trigger language plpgsql as $$
begin
  if exists (select from added a
              where not exists (select from frames f
                                 where f.institution_code = a.institution_code and f.frame_code = a.frame_code)) then
    raise exception using errcode = 'foreign_key_violation', message = 'places without their frame';
  end if;
  return null;
end $$;

create trigger no_orphans after insert on reservation_options
  referencing new table as added for each statement execute function refuse_orphans();
create trigger no_orphans after insert on reservation_history
  referencing new table as added for each statement execute function refuse_orphans();
create trigger no_orphans after insert on reservation_places
  referencing new table as added for each statement execute function refuse_orphans();
create trigger no_frames_missing after insert on reservation_places
  referencing new table as added for each statement execute function refuse_places_without_frame();

create function refuse_if_referred_to() returns trigger language plpgsql as $$
declare
  used boolean;
begin
  if tg_table_name = 'frames' then
    used := exists (select from reservation_places p
                     where p.institution_code = old.institution_code and p.frame_code = old.frame_code);
  else
    used := exists (select from reservation_places p where p.institution_code = old.institution_code
                                                       and p.reservation_number = old.reservation_number)
         or exists (select from reservation_options o where o.institution_code = old.institution_code
                                                        and o.reservation_number = old.reservation_number)
         or exists (select from reservation_history h where h.institution_code = old.institution_code
                                                        and h.reservation_number = old.reservation_number);
  end if;
  if used then
    raise exception using errcode = 'foreign_key_violation', message = tg_table_name || ' that are referred to';
  end if;
  return old;
end $$;

create trigger not_referred_to before delete on frames for each row execute function refuse_if_referred_to();
create trigger not_referred_to before delete on reservations for each row execute function refuse_if_referred_to();

-- Counting places: all that one statement moves, at once.
create type place_move as (institution_code text, frame_code text, visit_date date, slot_code text, delta integer);

create function settle_places(moves place_move[]) returns void language plpgsql as $$
declare
  settled integer;
begin
  -- In key order, so that those who want the same places wait for each other instead of blocking each other.
  if cardinality(moves) > 1 then
    perform 1
       from unnest(moves) as m
       join frame_capacities c using (institution_code, frame_code, visit_date, slot_code)
      order by c.institution_code, c.frame_code, c.visit_date, c.slot_code
        for no key update of c;
  end if;
  update frame_capacities c
     set used = c.used + m.delta
    from unnest(moves) as m
   where c.institution_code = m.institution_code and c.frame_code = m.frame_code and c.visit_date = m.visit_date
     and c.slot_code = m.slot_code and c.used + m.delta <= c.capacity;
  get diagnostics settled = row_count;
  if settled < cardinality(moves) then
    raise exception using errcode = 'BK001', message = 'no place left';
  end if;
end $$;

create or replace function count_new_places() returns trigger language plpgsql as $$
begin
  perform settle_places(array_agg(row(institution_code, frame_code, visit_date, slot_code, delta)::place_move))
     from (select institution_code, frame_code, visit_date, slot_code, sum(quantity)::integer as delta
             from new_places where held
            group by institution_code, frame_code, visit_date, slot_code) as moves;
  return null;
end $$;

create or replace function count_changed_places() returns trigger language plpgsql as $$
begin
  perform settle_places(array_agg(row(institution_code, frame_code, visit_date, slot_code, delta)::place_move))
     from (select institution_code, frame_code, visit_date, slot_code, sum(quantity)::integer as delta
             from (select institution_code, frame_code, visit_date, slot_code, quantity from new_places where held
                   union all
                   select institution_code, frame_code, visit_date, slot_code, -quantity from old_places where held) as moved
            group by institution_code, frame_code, visit_date, slot_code
           having sum(quantity) <> 0) as moves;
  return null;
end $$;

create or replace function count_lost_places() returns trigger language plpgsql as $$
begin
  perform settle_places(array_agg(row(institution_code, frame_code, visit_date, slot_code, delta)::place_move))
     from (select institution_code, frame_code, visit_date, slot_code, -sum(quantity)::integer as delta
             from old_places where held
            group by institution_code, frame_code, visit_date, slot_code) as moves;
  return null;
end $$;

drop function move_used(text, text, date, text, integer);

create or replace function write_mails(a_institution text, a_mails jsonb, a_now timestamptz)
returns void language plpgsql as $$
begin
  insert into outbox_mails (institution_code, mail_id, message_id, kind, reservation_number, once_key, sender, reply_to,
                            recipient, bcc, subject, body, next_attempt_at, created_at)
  select a_institution, m.mail_id, m.message_id, m.kind, m.reservation_number, m.once_key, m.sender, m.reply_to,
         m.recipient, m.bcc, m.subject, m.body, a_now, a_now
    from jsonb_to_recordset(a_mails) as m(
         mail_id uuid, message_id text, kind text, reservation_number integer, once_key text, sender text, reply_to text,
         recipient text, bcc text, subject text, body text)
  on conflict (institution_code, once_key) where once_key is not null do nothing;
end $$;

-- The accounts of guests, with numbers that the service has taken for them. Gives the number of an account that was
-- there before under the same address, if only one is opened; of several, none may be.
create function open_accounts(a_institution text, a_accounts jsonb) returns bigint language plpgsql as $$
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
    from jsonb_populate_recordset(null::examinees, a_accounts) as e
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
create function follow_owners(a_institution text, a_follows jsonb) returns void language plpgsql as $$
begin
  update examinees e
     set (postal_code, prefecture, city, street, phone, company_name, client_code, category_code, insurer_number,
          card_symbol, card_number, employee_number, updated_at)
       = (select n.postal_code, n.prefecture, n.city, n.street, n.phone, n.company_name, n.client_code, n.category_code,
                 n.insurer_number, n.card_symbol, n.card_number, n.employee_number, f.at
            from jsonb_populate_record(e, f.news) as n)
    from jsonb_to_recordset(a_follows) as f(
         examinee_id bigint, family_kana text, given_kana text, birth_date date, at timestamptz, news jsonb)
   where e.institution_code = a_institution and e.examinee_id = f.examinee_id
     and e.family_kana = f.family_kana and e.given_kana = f.given_kana and e.birth_date = f.birth_date
     and not to_jsonb(e) @> f.news;
end $$;

-- Ends a reservation that a new one replaces. Its row is locked first: of two changes at once, one finds it replaced
-- already.
create function replace_reservation(r reservations, a_actor jsonb, a_frames jsonb, a_places jsonb)
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
  perform hold_frames(r.institution_code, a_frames);
  perform lock_capacities(r.institution_code, r.replaces, a_places, r.visit_date);
  update reservations
     set status = case old.status when 'confirmed' then 'replaced_confirmed' else 'replaced_unconfirmed' end,
         version = version + 1, updated_at = r.created_at
   where institution_code = r.institution_code and reservation_number = r.replaces;
  insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act, details)
  values (r.institution_code, r.replaces, r.created_at, a_actor->>'kind', a_actor->>'id', 'replaced',
          jsonb_build_object('by', r.reservation_number));
end $$;

-- A desired booking takes nothing yet, but asks only for what there is.
create function refuse_without_capacity(a_institution text, a_places jsonb) returns void language plpgsql as $$
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
-- same request gets when it comes again), accounts (of guests), subjects (what a partner calls them), follows (of the others: what goes into the account if
-- the person is its owner), reservations, options, frames (and how each counts), places, history, mails.
-- Returns `logins`, the mail address of each account that was there already, by the reservation, and `answer` if a
-- single request was answered before.
create function book_all(b jsonb) returns jsonb language plpgsql
-- The lists are short, but nobody tells the planner: it would plan some statements anew at every call, and read whole
-- tables where a few rows are wanted.
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  institution constant text := b->>'institution_code';
  number_of constant integer := jsonb_array_length(b->'reservations');
  now_ constant timestamptz := b->>'at';
  r reservations;
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

  if b#>>'{reservations,0,replaces}' is null then
    perform hold_frames(institution, b->'frames');
  else
    r := jsonb_populate_record(null::reservations, b#>'{reservations,0}');
    perform replace_reservation(r, b#>'{history,0}', b->'frames', b->'places');
  end if;

  if owner is null then
    insert into reservations select * from jsonb_populate_recordset(null::reservations, b->'reservations');
  else
    r := jsonb_populate_record(null::reservations, b#>'{reservations,0}');
    r.examinee_id := owner;
    insert into reservations select r.*;
  end if;
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

  if r.replaces is not null then
    perform pass_places_on(r);
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

-- Takes some of the mails that are due, and leaves them to whoever asked until the lease ends. A young outbox is small,
-- and a plan for all of this in one statement, made then, would read all of it again and again when it has grown.
create function take_mails(a_now timestamptz, a_lease timestamptz, a_most integer)
returns setof outbox_mails language plpgsql set enable_seqscan = off as $$
declare
  mail outbox_mails;
begin
  for mail in
    select * from outbox_mails where state = 'waiting' and next_attempt_at <= a_now
     order by next_attempt_at limit a_most for update skip locked
  loop
    mail.attempts := mail.attempts + 1;
    update outbox_mails set attempts = mail.attempts, next_attempt_at = a_lease
     where institution_code = mail.institution_code and mail_id = mail.mail_id;
    return next mail;
  end loop;
end $$;
