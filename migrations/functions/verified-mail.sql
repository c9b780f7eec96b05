-- What an account gets only when its mail address is verified: anybody can book with anybody's address, and sees what they have booked
-- themselves; what staff book, change or correct for whoever has the address waits until its owner has shown that it is theirs.

-- Of reservations that are being booked, those of staff wait where their account is not verified. One that was opened with them is
-- entered only by what goes to its mailbox. Whoever verifies at the same moment comes before this, or finds what waits.
create or replace function await_verification(a_institution text, a_reservations jsonb, a_history jsonb, a_accounts jsonb)
returns jsonb language plpgsql as $$
declare
  theirs constant integer[] := array(
    select h.reservation_number from jsonb_to_recordset(a_history) as h(reservation_number integer, kind text)
     where h.kind = 'administrator');
  unverified constant bigint[] := array(
    select e.examinee_id from examinees e
     where e.institution_code = a_institution and e.mail_verified_at is null
       and e.examinee_id = any (array(
             select n.examinee_id from jsonb_to_recordset(a_reservations) as n(reservation_number integer, examinee_id bigint)
              where n.reservation_number = any (theirs)))
       and e.examinee_id <> all (array(select a.examinee_id from jsonb_to_recordset(a_accounts) as a(examinee_id bigint)))
     order by e.examinee_id
       for share);
begin
  return (
    select jsonb_agg(case
             when (r->>'reservation_number')::integer = any (theirs) and (r->>'examinee_id')::bigint = any (unverified)
             then r || jsonb_build_object('examinee_id', null, 'pending_examinee_id', r->'examinee_id')
             else r end)
      from jsonb_array_elements(a_reservations) as r);
end $$;

-- Before staff correct a reservation: what they write is not for whoever has not shown that the address is theirs.
create or replace function await_verification_of(a_institution text, a_number integer) returns void language sql as $$
  update reservations r set pending_examinee_id = r.examinee_id, examinee_id = null
   where r.institution_code = a_institution and r.reservation_number = a_number
     and r.examinee_id in (select e.examinee_id from examinees e
                            where e.institution_code = a_institution and e.examinee_id = r.examinee_id
                              and e.mail_verified_at is null
                              for share)
$$;

-- False where there is nothing to verify: the account is gone, has another address, or is verified already.
create or replace function verify_mail(a_institution text, a_examinee bigint, a_mail text, a_now timestamptz)
returns boolean language plpgsql as $$
begin
  update examinees set mail_verified_at = a_now
   where institution_code = a_institution and examinee_id = a_examinee and lower(mail) = lower(a_mail)
     and mail_verified_at is null;
  if not found then
    return false;
  end if;
  update reservations set examinee_id = a_examinee, pending_examinee_id = null
   where institution_code = a_institution and pending_examinee_id = a_examinee;
  return true;
end $$;
