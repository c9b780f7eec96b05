-- Mails: how they are written with what they tell, and taken to be sent.

create or replace function write_mails(a_institution text, a_mails jsonb, a_now timestamptz)
returns void language plpgsql as $$
begin
  insert into outbox_mails (institution_code, mail_id, message_id, kind, reservation_number, once_key, sender,
                            sender_name, reply_to, recipient, bcc, subject, body, calendar_event, next_attempt_at,
                            created_at)
  select a_institution, m.mail_id, m.message_id, m.kind, m.reservation_number, m.once_key, m.sender,
         coalesce(m.sender_name, ''), m.reply_to, m.recipient, m.bcc, m.subject, m.body,
         coalesce(m.calendar_event, 'null'), a_now, a_now
    from jsonb_to_recordset(a_mails) as m(
         mail_id uuid, message_id text, kind text, reservation_number integer, once_key text, sender text,
         sender_name text, reply_to text, recipient text, bcc text, subject text, body text, calendar_event jsonb)
  on conflict (institution_code, once_key) where once_key is not null do nothing;
end $$;

-- Whether nobody came: then the visit took place for nobody.
create or replace function is_no_show(a_institution text, a_number integer) returns boolean language sql stable as $$
  select exists (
    select from reception_marks
     where institution_code = a_institution and reservation_number = a_number and state = 'no_show')
$$;

-- Whether the person of a visit has another one after it, booked or asked for, by whatever way it came; of two on one day, the
-- later number counts. The same person has the same kana and birth date, or the same patient number, whatever the account; two
-- numbers are two people.
drop function if exists has_later_booking(text, bigint, text, text, date, date, integer);
create or replace function has_later_booking(
  a_institution text, a_folded_kana text, a_birth date, a_patient text, a_visit date, a_number integer)
returns boolean language sql stable as $$
  select exists (
    select from reservations
     where institution_code = a_institution and is_same_person(folded_kana, birth_date, a_folded_kana, a_birth)
       and (visit_date, reservation_number) > (a_visit, a_number) and is_live(status)
       and (a_patient = '' or patient_number in ('', a_patient))
       and not is_no_show(institution_code, reservation_number))
  or (a_patient <> '' and exists (
    select from reservations
     where institution_code = a_institution and patient_number = a_patient and patient_number <> ''
       and (visit_date, reservation_number) > (a_visit, a_number) and is_live(status)
       and not is_no_show(institution_code, reservation_number)))
$$;

-- Mails of the daily run go out once for a reservation and its day.
create or replace function once_key_of(a_kind text, a_number integer, a_visit date) returns text language sql stable as $$
  select a_kind || ':' || a_number || ':' || to_char(a_visit, 'YYYY-MM-DD')
$$;

-- Whether an address wants invitations: by its wish, or, where nobody has said any, by what was booked.
create or replace function wants_invitations(a_institution text, a_mail text, a_booked boolean)
returns boolean language sql stable as $$
  select coalesce((select accepts from mail_wishes where institution_code = a_institution and mail = lower(a_mail)), a_booked)
$$;

-- Whether what a notice tells is still so: the visit stands where it stood when it was written, and has not passed meanwhile. It
-- knows its notice by the once_key.
drop function if exists is_notice_still_due(text, integer, text);
create or replace function is_notice_still_due(a_institution text, a_number integer, a_once_key text, a_today date)
returns boolean language sql stable as $$
  select exists (
    select from notice_recipients n
      join notices w on w.institution_code = n.institution_code and w.notice_id = n.notice_id
      join reservations r on r.institution_code = n.institution_code and r.reservation_number = n.reservation_number
     where n.institution_code = a_institution and n.notice_id = split_part(a_once_key, ':', 2)::uuid
       and n.reservation_number = a_number and is_live(r.status)
       and r.visit_date = n.visit_date and r.slot_code = n.slot_code
       and (n.visit_date >= a_today or n.visit_date < (w.at at time zone 'Asia/Tokyo')::date))
$$;

-- Whether what the daily run wrote is still so: cancelled, moved, booked again or refused since, it is not.
drop function if exists is_still_due(text, integer, text, text, date);
create or replace function is_still_due(
  a_institution text, a_number integer, a_kind text, a_once_key text, a_recipient text, a_today date)
returns boolean language sql stable as $$
  select exists (
    select from reservations r
     where r.institution_code = a_institution and r.reservation_number = a_number
       and holds_places(r.status, r.desired)
       and once_key_of(a_kind, r.reservation_number, r.visit_date) = a_once_key
       and case a_kind
             when 'reminder' then r.visit_date > a_today
             else not has_later_booking(r.institution_code, r.folded_kana, r.birth_date, r.patient_number, r.visit_date,
                                        r.reservation_number)
                  and not is_no_show(r.institution_code, r.reservation_number)
                  and wants_invitations(r.institution_code, a_recipient, r.accepts_mail)
           end)
$$;

-- Takes mails that are due and leaves them to whoever asked until the lease ends: one of each institution, in the order
-- of their codes, beginning behind the one that was served last, and none of those that are busy enough. A mail that is
-- withdrawn leaves its key: a visit that was cancelled or moved, and then was not, is written about again.
-- Without enable_seqscan off, a plan that was made on a young outbox would read all of it when it has grown.
create or replace function take_mails_in_turn(
  a_now timestamptz, a_today date, a_lease timestamptz, a_give_up timestamptz, a_most integer, a_after text,
  a_busy text[], a_by_day boolean)
returns table (
  institution_code text, mail_id uuid, message_id text, kind text, sender text, sender_name text, reply_to text,
  recipient text, bcc text, subject text, body text, calendar_event jsonb, attempts integer, give_up_at timestamptz,
  created_at timestamptz)
language plpgsql set enable_seqscan = off as $$
#variable_conflict use_column
declare
  institution text := a_after;
  is_round boolean := false;
  taken integer := 0;
  due record;
begin
  while taken < a_most loop
    institution := (
      select institution_code from outbox_mails
       where state = 'waiting' and institution_code > institution and (not is_round or institution_code <= a_after)
       order by institution_code limit 1);
    if institution is null then
      exit when is_round or a_after = '';
      is_round := true;
      institution := '';
      continue;
    end if;
    continue when institution = any (a_busy);
    loop
      select mail_id, kind, reservation_number, once_key, recipient into due from outbox_mails
       where state = 'waiting' and institution_code = institution and next_attempt_at <= a_now
         and (a_by_day or case kind when 'reminder' then 2 when 'promotion' then 2 when 'notice' then 1 else 0 end < 2)
       order by (case kind when 'reminder' then 2 when 'promotion' then 2 when 'notice' then 1 else 0 end), next_attempt_at
       limit 1
         for update skip locked;
      exit when due.mail_id is null;
      if due.once_key is null
         or (due.kind = 'notice' and is_notice_still_due(institution, due.reservation_number, due.once_key, a_today))
         or (due.kind <> 'notice'
             and is_still_due(institution, due.reservation_number, due.kind, due.once_key, due.recipient, a_today)) then
        return query
          update outbox_mails
             set attempts = attempts + 1, next_attempt_at = a_lease, give_up_at = coalesce(give_up_at, a_give_up)
           where institution_code = institution and mail_id = due.mail_id
          returning institution_code, mail_id, message_id, kind, sender, sender_name, reply_to, recipient, bcc, subject,
                    body, calendar_event, attempts, give_up_at, created_at;
        taken := taken + 1;
        exit;
      end if;
      update outbox_mails set state = 'withdrawn', body = '', once_key = null
       where institution_code = institution and mail_id = due.mail_id;
    end loop;
  end loop;
end $$;

-- What becomes of a notice's mail is told to the list of its people.
create or replace function tell_notice_of_mail() returns trigger language plpgsql as $$
begin
  update notice_recipients
     set mail_state = case when new.state = 'waiting' and new.last_error <> '' then 'retrying' else new.state end,
         sent_at = new.sent_at
   where institution_code = old.institution_code and notice_id = split_part(old.once_key, ':', 2)::uuid
     and reservation_number = old.reservation_number;
  return null;
end $$;

create or replace trigger notice_told_of_mail after update of state, last_error on outbox_mails
  for each row when (old.kind = 'notice' and old.once_key is not null
                     and (old.state, old.last_error <> '') is distinct from (new.state, new.last_error <> ''))
  execute function tell_notice_of_mail();
