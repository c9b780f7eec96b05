-- Forgetting people: what a reservation still tells of whom it was for is emptied where it stands, so that every count stays as
-- it is. No column moves that a trigger watches (live-counts.sql, places.sql, csv-pending.sql).

-- The one examinee to whom all anonymous reservations of an institution belong; nobody logs in as it.
create or replace function anonymous_examinee(a_institution text, a_now timestamptz) returns bigint language plpgsql as $$
declare
  known bigint;
begin
  insert into examinees (institution_code, mail, accepts_mail, created_at, updated_at)
  values (a_institution, 'anonymous@anonymous.invalid', false, a_now, a_now)
  on conflict (institution_code, lower(mail)) do nothing;
  select examinee_id into known from examinees
   where institution_code = a_institution and lower(mail) = 'anonymous@anonymous.invalid';
  -- Somebody may have booked under this address before it was needed, which no mail ever reaches.
  delete from examinee_credentials where institution_code = a_institution and examinee_id = known;
  delete from partner_subjects where institution_code = a_institution and examinee_id = known;
  delete from sessions where institution_code = a_institution and administrator_id is null and examinee_id = known;
  perform empty_examinee(a_institution, known, a_now) from examinees
    where institution_code = a_institution and examinee_id = known and birth_date is not null;
  return known;
end $$;

-- An account of which only the log-in is left.
create or replace function empty_examinee(a_institution text, a_examinee bigint, a_now timestamptz)
returns void language sql as $$
  update examinees
     set family_name = '', given_name = '', family_kana = '', given_kana = '', birth_date = null, sex = null, postal_code = '',
         prefecture = '', city = '', street = '', phone = '', client_code = '00000000', category_code = null,
         insurer_number = '', card_symbol = '', card_number = '', company_name = '', employee_number = '',
         accepts_mail = false, updated_at = a_now
   where institution_code = a_institution and examinee_id = a_examinee
$$;

-- Makes reservations anonymous, all of them at once, and says how many were not yet. Whoever looked at one before and wants to
-- write now finds its version moved. When it was last changed is left alone: this is no change of the visit.
create or replace function anonymise_reservations(a_institution text, a_numbers integer[], a_now timestamptz)
returns integer language plpgsql as $$
declare
  known bigint;
  numbers integer[];
begin
  if not exists (select from reservations where institution_code = a_institution
                    and reservation_number = any (a_numbers) and anonymised_at is null) then
    return 0;
  end if;
  -- Locks in the order of bookings: accounts, then reservations by number.
  known := anonymous_examinee(a_institution, a_now);
  numbers := array(
    select reservation_number from reservations
     where institution_code = a_institution and reservation_number = any (a_numbers) and anonymised_at is null
     order by reservation_number
       for no key update);
  update reservations
     set anonymised_at = a_now, version = version + 1, examinee_id = known, pending_examinee_id = null,
         family_name = '匿名', given_name = '', family_kana = '', given_kana = '',
         birth_date = make_date(extract(year from birth_date)::integer, 1, 1),
         postal_code = '', city = '', street = '', phone = '', card_symbol = '', card_number = '', company_name = '',
         employee_number = '', mail = '', accepts_mail = false, remarks = '', patient_number = '', staff_memo = '',
         download_status = 'done'
   where institution_code = a_institution and reservation_number = any (numbers);
  update reservation_history
     set actor_id = case actor_kind when 'examinee' then '' else actor_id end,
         -- That something was corrected or told is still told, not what it was.
         details = details - 'patient_number' - 'corrections' - 'subject' - 'memo'
   where institution_code = a_institution and reservation_number = any (numbers)
     and ((actor_kind = 'examinee' and actor_id <> '')
          or details ?| array['patient_number', 'corrections', 'subject', 'memo']);
  delete from outbox_mails where institution_code = a_institution and reservation_number = any (numbers);
  -- What still waited has gone with it.
  update notice_recipients
     set subject = '', memo = '', version = version + 1,
         mail_state = case when mail_state in ('waiting', 'retrying') then 'withdrawn' else mail_state end
   where institution_code = a_institution and reservation_number = any (numbers);
  delete from csv_download_rows where institution_code = a_institution and reservation_number = any (numbers);
  -- In key order, as files are recorded.
  perform 1 from csv_pending where institution_code = a_institution and reservation_number = any (numbers)
    order by reservation_number for update;
  delete from csv_pending where institution_code = a_institution and reservation_number = any (numbers);
  return cardinality(numbers);
end $$;

-- Walks on through the accounts of an institution: passwords that have run out go, and accounts without a reservation that nobody
-- has changed since then go with all that belongs to them. What somebody books with at this moment is left alone.
create or replace function forget_examinees(
  a_institution text, a_after bigint, a_before timestamptz, a_now timestamptz, a_limit integer)
returns table (last bigint, walked integer, removed integer) language plpgsql as $$
declare
  ids constant bigint[] := array(
    select examinee_id from examinees where institution_code = a_institution and examinee_id > a_after
     order by examinee_id limit a_limit);
  old bigint[];
begin
  delete from examinee_credentials
   where institution_code = a_institution and examinee_id = any (ids) and expires_at < a_now;
  old := array(
    select e.examinee_id from examinees e
     where e.institution_code = a_institution and e.examinee_id = any (ids) and e.updated_at < a_before
       and lower(e.mail) <> 'anonymous@anonymous.invalid'
       and not exists (select from reservations r
                        where r.institution_code = e.institution_code and r.examinee_id = e.examinee_id)
     order by e.examinee_id
       for update skip locked);
  -- Once more, now that nobody can book with them: a statement of its own sees what was written before they were held.
  delete from examinees e
   where e.institution_code = a_institution and e.examinee_id = any (old)
     and not exists (select from reservations r
                      where r.institution_code = e.institution_code and r.examinee_id = e.examinee_id);
  get diagnostics removed = row_count;
  delete from sessions s
   where s.institution_code = a_institution and s.administrator_id is null and s.examinee_id = any (old)
     and not exists (select from examinees e
                      where e.institution_code = s.institution_code and e.examinee_id = s.examinee_id);
  last := ids[cardinality(ids)];
  walked := cardinality(ids);
  return next;
end $$;
