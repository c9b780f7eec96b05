-- What must be true of the data at every moment, one query each: it gives what is wrong, by institution and in words, and nothing
-- where all is well. A heading names the check and says what it holds; `npm run operator -- verify` runs them all (verify.ts).
-- The states are those of the service (:live) or written out, so that no function of the database which is doubted is used to check it. Nobody's name or address is printed.
-- Institutions that are being removed are emptied table by table and are left out where tables are compared.

-- used-places: what is used of a frame is what reservations hold of it, and never more than it has
select institution_code,
       format('frame %s on %s at %s: %s used of %s, %s held', frame_code, visit_date, slot_code, coalesce(c.used::text, 'none'),
              coalesce(c.capacity::text, 'none'), coalesce(h.held, 0)) as what
  from frame_capacities c
  full join (select institution_code, frame_code, visit_date, slot_code, sum(quantity) as held
               from reservation_places where held group by 1, 2, 3, 4) as h
 using (institution_code, frame_code, visit_date, slot_code)
 where coalesce(c.used, -1) <> coalesce(h.held, 0) or c.used > c.capacity;

-- live-counts: the counts of live reservations by day, frame and slot are as counted
with kept as (
  select institution_code, visit_date, frame_code, slot_code, live from live_counts
  union all
  select institution_code, visit_date, frame_code, slot_code, delta from live_count_moves
  union all
  select institution_code, 'infinity', frame_code, 'ZZ', delta from live_count_moves),
live as (
  select institution_code, reservation_number, visit_date from reservations where status in (:live)),
there as (
  select institution_code, visit_date, '0000' as frame_code, 'ZZ' as slot_code from live
  union all
  select p.institution_code, p.visit_date, p.frame_code, p.slot_code
    from live join reservation_places p using (institution_code, reservation_number) where p.origin = 'own'),
counted as (
  select institution_code, visit_date, frame_code, slot_code, count(*) as live from there group by 1, 2, 3, 4
  union all
  select institution_code, 'infinity', frame_code, 'ZZ', count(*) from there group by 1, 3)
select institution_code,
       format('frame %s on %s at %s: %s kept, %s counted', frame_code, visit_date, slot_code, coalesce(k.live, 0),
              coalesce(counted.live, 0)) as what
  from (select institution_code, visit_date, frame_code, slot_code, sum(live) as live
          from kept group by 1, 2, 3, 4) as k
  full join counted using (institution_code, visit_date, frame_code, slot_code)
 where coalesce(k.live, 0) <> coalesce(counted.live, 0);

-- held-places: what is over holds no places, and what is booked for good holds all of its own
select institution_code, format('reservation %s is %s, and of its own places %s of %s are held', reservation_number, status, held, own) as what
  from (select r.institution_code, r.reservation_number, r.status, r.desired,
               count(*) filter (where p.origin = 'own') as own,
               count(*) filter (where p.origin = 'own' and p.held) as held,
               count(*) filter (where p.held) as all_held
          from reservations r join reservation_places p using (institution_code, reservation_number)
         group by r.institution_code, r.reservation_number) as each
 where case when status in (:live) and (status = 'confirmed' or not desired) then held <> own
            when status in (:live) then held > 0
            else all_held > 0 end;

-- requests: a request has made one live booking at the most, and what it was answered with is there
with named as (
  select a.institution_code, a.person_key, a.request_id, a.act, (a.answer ->> 'reservationNumber')::integer as number,
         r.status in (:live) as is_live
    from answered_requests a
    left join reservations r on r.institution_code = a.institution_code
                            and r.reservation_number = (a.answer ->> 'reservationNumber')::integer
   where a.answer ? 'reservationNumber'
     and not exists (select from removed_institutions g where g.institution_code = a.institution_code))
select institution_code, format('a request (%s) was answered with reservation %s, which is not there', act, number) as what
  from named where is_live is null
union all
select institution_code, format('reservations %s are of one request', string_agg(distinct number::text, ', '))
  from named where is_live group by institution_code, person_key, request_id having count(distinct number) > 1
union all
select institution_code, format('reservation %s is of %s requests', number, count(*))
  from named group by institution_code, number having count(*) > 1;

-- history: every reservation shows how it came, who confirmed it, what was marked or written to it and how it ended, and what was replaced is so by one other
select r.institution_code, format('reservation %s is %s and has no entry that says so', r.reservation_number, r.status) as what
  from reservations r
  left join (select institution_code, reservation_number, bool_or(act in ('booked', 'changed')) as is_born,
                    bool_or(act in ('cancelled', 'edited')) as is_ended, bool_or(act = 'replaced') as is_replaced,
                    bool_or(act = 'edited' or act in ('booked', 'changed') and actor_kind <> 'examinee') as is_confirmed
               from reservation_history group by 1, 2) as h using (institution_code, reservation_number)
 where (h.is_born is not true
        or (r.status in ('cancelled', 'cancel_confirmed', 'deleted') and not h.is_ended)
        or (r.status = 'confirmed' and not h.is_confirmed)
        or (r.status in ('replaced_unconfirmed', 'replaced_confirmed') and not h.is_replaced))
   and not exists (select from removed_institutions g where g.institution_code = r.institution_code)
union all
select m.institution_code, format('reservation %s is marked as %s and has no entry that says so', m.reservation_number, m.state)
  from reception_marks m
 where not exists (select from reservation_history h
                    where (h.institution_code, h.reservation_number, h.act) = (m.institution_code, m.reservation_number, 'received'))
   and not exists (select from removed_institutions g where g.institution_code = m.institution_code)
union all
select n.institution_code, format('reservation %s has a notice by mail and no entry that says so', n.reservation_number)
  from notice_recipients n
 where n.channel = 'mail'
   and not exists (select from reservation_history h
                    where (h.institution_code, h.reservation_number, h.act) = (n.institution_code, n.reservation_number, 'noticed'))
   and not exists (select from removed_institutions g where g.institution_code = n.institution_code)
union all
select r.institution_code, format('reservation %s is %s, and %s replaces it', r.reservation_number, r.status, coalesce(n.reservation_number::text, 'none'))
  from reservations r
  left join reservations n on n.institution_code = r.institution_code and n.replaces = r.reservation_number
 where (r.status in ('replaced_unconfirmed', 'replaced_confirmed')) <> (n.reservation_number is not null)
   and not exists (select from removed_institutions g where g.institution_code = r.institution_code);

-- mails: what examinees did was written to them, and so were notices and what the history says was mailed (mails are kept for 400 days; the demo began without)
select h.institution_code, format('reservation %s was %s, and no mail announces it', h.reservation_number, h.act) as what
  from reservation_history h
  join reservations r using (institution_code, reservation_number)
  join institutions i using (institution_code)
 where (h.actor_kind = 'examinee' and h.act in ('booked', 'changed', 'cancelled') or h.act = 'mailed')
   and h.at > now() - interval '399 days' and r.anonymised_at is null and r.mail <> '' and not i.is_demo
   and not exists (
     select from outbox_mails m
      where m.institution_code = h.institution_code and m.reservation_number = h.reservation_number
        and m.kind = case h.act when 'booked' then 'booked' when 'changed' then 'changed_by_examinee'
                                when 'cancelled' then 'cancelled_by_examinee' else h.details ->> 'kind' end)
   and not exists (select from removed_institutions g where g.institution_code = h.institution_code)
union all
select n.institution_code, format('reservation %s has a notice by mail, and there is no such mail', n.reservation_number)
  from notice_recipients n
  join notices o using (institution_code, notice_id)
  join reservations r using (institution_code, reservation_number)
  join institutions i using (institution_code)
 where n.channel = 'mail' and o.at > now() - interval '399 days' and r.anonymised_at is null and not i.is_demo
   and not exists (select from outbox_mails m where m.institution_code = n.institution_code and m.mail_id = n.mail_id)
   and not exists (select from removed_institutions g where g.institution_code = n.institution_code);

-- totals: a reservation costs its course and its options together
select r.institution_code,
       format('reservation %s: %s in all, %s for the course, %s for options', r.reservation_number, r.total_amount, r.course_amount,
              coalesce(o.amount, 0)) as what
  from reservations r
  left join (select institution_code, reservation_number, sum(amount) as amount from reservation_options group by 1, 2) as o
 using (institution_code, reservation_number)
 where r.total_amount <> r.course_amount + coalesce(o.amount, 0)
   and not exists (select from removed_institutions g where g.institution_code = r.institution_code);

-- csv-pending: what no CSV file has yet is known as such, and nothing else is
with due as (
  select r.institution_code, r.reservation_number, r.news_version
    from reservations r
   where r.download_status <> 'done' and r.anonymised_at is null
     and r.status not in ('replaced_unconfirmed', 'replaced_confirmed')
     and not exists (select from csv_download_rows d
                      where d.institution_code = r.institution_code and d.reservation_number = r.reservation_number
                        and d.version >= r.news_version))
select institution_code,
       format('reservation %s: news of version %s, known as %s', reservation_number, coalesce(due.news_version::text, 'none'),
              coalesce(p.news_version::text, 'none')) as what
  from due full join csv_pending p using (institution_code, reservation_number)
 where due.news_version is distinct from p.news_version
   and not exists (select from removed_institutions g where g.institution_code = coalesce(due.institution_code, p.institution_code));

-- accounts: no two accounts of an institution share a mail address, the anonymous one has no password, and whoever is named is an account of the same institution
select institution_code, format('%s accounts share an address (%s)', count(*), string_agg(examinee_id::text, ', ')) as what
  from examinees group by institution_code, lower(mail) having count(*) > 1
union all
select e.institution_code, format('account %s is everybody''s and has a password', e.examinee_id)
  from examinees e join examinee_credentials c using (institution_code, examinee_id)
 where lower(e.mail) = 'anonymous@anonymous.invalid'
union all
select institution_code, format('%s of account %s, which is not there', kind, examinee_id)
  from (select distinct institution_code, examinee_id, 'reservations' as kind from reservations where examinee_id is not null
        union all select distinct institution_code, examinee_id, 'a password' from examinee_credentials
        union all select distinct institution_code, examinee_id, 'a partner''s name' from partner_subjects) as part
 where not exists (select from examinees e where (e.institution_code, e.examinee_id) = (part.institution_code, part.examinee_id))
   and not exists (select from removed_institutions g where g.institution_code = part.institution_code);

-- numbers: the next reservation gets a number that no other has had
select r.institution_code, format('reservation %s is there, and numbers are given out from %s on', r.reservation_number, s.last_value) as what
  from reservations r cross join reservation_numbers s
 where r.reservation_number > s.last_value;

-- reservations: whatever belongs to a reservation belongs to one that is there, of the same institution
select institution_code, format('%s of reservation %s, which is not there', kind, reservation_number) as what
  from (select distinct institution_code, reservation_number, 'an option' as kind from reservation_options
        union all select distinct institution_code, reservation_number, 'a place' from reservation_places
        union all select distinct institution_code, reservation_number, 'history' from reservation_history
        union all select institution_code, reservation_number, 'a mark of the reception' from reception_marks
        union all select distinct institution_code, reservation_number, 'a sending' from sendings
        union all select distinct institution_code, reservation_number, 'a row of a file' from csv_download_rows
        union all select institution_code, reservation_number, 'news for a file' from csv_pending
        union all select distinct institution_code, reservation_number, 'a mail' from outbox_mails where reservation_number is not null
        union all select distinct institution_code, reservation_number, 'a notice' from notice_recipients) as part
 where not exists (select from reservations r
                    where r.institution_code = part.institution_code and r.reservation_number = part.reservation_number)
   and not exists (select from removed_institutions g where g.institution_code = part.institution_code);

-- notes: a note about a person is of somebody who has a name, and of their patient number as soon as there is one
select n.institution_code, format('note %s is of an anonymous person', n.note_id) as what
  from person_notes n where n.folded_kana = ''
union all
select n.institution_code, format('note %s has no patient number, and reservation %s of its person has one', n.note_id, r.reservation_number)
  from person_notes n
  join reservations r on r.institution_code = n.institution_code and r.folded_kana collate "C" = n.folded_kana and r.birth_date = n.birth_date
 where n.patient_number = '' and r.patient_number <> '' and r.status not in ('replaced_unconfirmed', 'replaced_confirmed');

-- sendings: what was sent is outdated where its reservation has another day by now or is not live, and nowhere else
select s.institution_code, format('a sending of reservation %s is %s', s.reservation_number,
                                  case when s.outdated then 'outdated' else 'not outdated' end) as what
  from sendings s join reservations r using (institution_code, reservation_number)
 where s.outdated <> (s.visit_date <> r.visit_date or not is_live(r.status));

-- institutions: whatever names an institution names one that is there, and directories know it as it is
select institution_code, format('%s of an institution that is not there', kind) as what
  from (select distinct institution_code, 'a route' as kind from institution_routes
        union all select distinct institution_code, 'accounts' from examinees
        union all select distinct institution_code, 'reservations' from reservations
        union all select distinct institution_code, 'mails' from outbox_mails
        union all select distinct institution_code, 'mail wishes' from mail_wishes
        union all select distinct institution_code, 'notes' from person_notes
        union all select distinct institution_code, 'answers' from answered_requests
        union all select distinct institution_code, 'counts' from live_counts
        union all select distinct institution_code, 'frames' from frame_capacities
        union all select distinct institution_code, 'passkeys' from passkey_directory
        union all select distinct institution_code, 'sessions' from sessions
        union all select distinct institution_code, 'a version' from masters_versions) as part
 where not exists (select from institutions i where i.institution_code = part.institution_code)
union all
select i.institution_code, format('%s is missing or another institution''s', missing.what)
  from institutions i
 cross join lateral (
   select 'its route' as what
    where not exists (select from institution_routes d where d.route_param = i.route_param and d.institution_code = i.institution_code)
    union all
   select 'the version of its masters'
    where not exists (select from masters_versions v where v.institution_code = i.institution_code)
    union all
   select 'the user id ' || a.user_id from administrators a
    where a.institution_code = i.institution_code
      and not exists (select from administrator_directory d where d.user_id = a.user_id and d.institution_code = a.institution_code)
    union all
   select 'a passkey of ' || p.user_id from staff_passkeys p
    where p.institution_code = i.institution_code
      and not exists (select from passkey_directory d where d.credential_id = p.credential_id
                         and (d.institution_code, d.user_id) = (p.institution_code, p.user_id))) as missing
 where not exists (select from removed_institutions g where g.institution_code = i.institution_code);
