-- How many bookings one account may make, and how many may go to an address that is not its own: against whoever fills days, or
-- somebody's mailbox. Counted where bookings are written, so that parallel ones gain nothing.

-- One entry for each booking of an account: examinee_id, mail (in small letters), replaces, per_day, live, per_recipient (0 =
-- no limit), day_start, today, recipient (the key of the count of mails to that address), since (what is older is forgotten).
-- Gives whether one of them is over a limit.
create or replace function is_over_limit(a_institution text, a_limits jsonb, a_now timestamptz)
returns boolean language plpgsql as $$
declare
  is_over boolean;
begin
  -- Those of one account take turns, on whichever server they arrive.
  perform pg_advisory_xact_lock(hashtextextended('bookings/' || a_institution || '/' || l.examinee_id, 0))
     from (select distinct examinee_id from jsonb_to_recordset(a_limits) as g(examinee_id bigint) order by 1) as l;
  select bool_or((l.per_day > 0 and made.today >= l.per_day) or (l.live > 0 and made.live >= l.live)) into is_over
    from jsonb_to_recordset(a_limits) as l(
         examinee_id bigint, replaces integer, per_day integer, live integer, day_start timestamptz, today date)
   cross join lateral (
         -- Changes are new reservations; one that takes another's place adds none that is live. What staff have made counts for nobody.
         select count(*) filter (where r.created_at >= l.day_start) as today,
                count(*) filter (where is_live(r.status) and r.visit_date >= l.today
                                   and r.reservation_number is distinct from l.replaces) as live
           from reservations r
          where r.institution_code = a_institution and r.examinee_id = l.examinee_id
            and (r.created_at >= l.day_start or r.visit_date >= l.today)
            and not exists (
                  select from reservation_history h
                   where h.institution_code = r.institution_code and h.reservation_number = r.reservation_number
                     and h.act in ('booked', 'changed') and h.actor_kind = 'administrator')) as made;
  if is_over then
    return true;
  end if;

  with counted as (
    insert into failed_tries as t (key, failures, last_failure_at)
    select l.recipient, count(*), a_now
      from jsonb_to_recordset(a_limits) as l(examinee_id bigint, mail text, recipient text, per_recipient integer)
      join examinees e on e.institution_code = a_institution and e.examinee_id = l.examinee_id
     where l.per_recipient > 0 and lower(e.mail) <> l.mail
     group by l.recipient
     order by l.recipient
    on conflict (key) do update
       set failures = case when t.last_failure_at <= (a_limits#>>'{0,since}')::timestamptz then 0 else t.failures end
                      + excluded.failures,
           last_failure_at = case when t.last_failure_at <= (a_limits#>>'{0,since}')::timestamptz then a_now
                                  else t.last_failure_at end
    returning failures)
  select bool_or(failures > (a_limits#>>'{0,per_recipient}')::integer) into is_over from counted;
  return coalesce(is_over, false);
end $$;
