-- A mail that the daily run wrote and that was withdrawn leaves its key: a visit that was cancelled or moved, and then was not,
-- is written about again. All but that is as it was in 0020.

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
      select mail_id, kind, reservation_number, once_key into due from outbox_mails
       where state = 'waiting' and institution_code = institution and next_attempt_at <= a_now
         and (a_by_day or not (kind in ('reminder', 'promotion')))
       order by (kind in ('reminder', 'promotion')), next_attempt_at limit 1
         for update skip locked;
      exit when due.mail_id is null;
      if due.once_key is null or is_still_due(institution, due.reservation_number, due.kind, due.once_key, a_today) then
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

update outbox_mails set once_key = null where state = 'withdrawn';
