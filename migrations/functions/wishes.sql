-- What a mail address wants of invitations. Whoever says the same again leaves the wish as it stands, with its day.

-- What individuals have said with their bookings. A guest, and whoever books to an address that is not the account's own, may
-- refuse for it; they may accept only where no refusal stands, since anybody can type anybody's address. What two say of one
-- address at the same moment: a refusal counts. What staff have written down on the person's word (user_id) counts as it is.
create or replace function keep_booked_wishes(a_institution text, a_wishes jsonb, a_now timestamptz)
returns void language plpgsql as $$
begin
  insert into mail_wishes (institution_code, mail, accepts, at, origin, user_id)
  select a_institution, w.mail, bool_and(w.accepts), a_now,
         case when bool_and(w.accepts) and max(w.user_id) is not null then 'staff' else 'booking' end,
         case when bool_and(w.accepts) then coalesce(max(w.user_id), '') else '' end
    from jsonb_to_recordset(a_wishes) as w(mail text, accepts boolean, user_id text)
   group by w.mail
   order by w.mail
  on conflict (institution_code, mail) do update
     set (accepts, at, origin, user_id) = (excluded.accepts, excluded.at, excluded.origin, excluded.user_id)
   where mail_wishes.accepts <> excluded.accepts
     and (not excluded.accepts or excluded.origin = 'staff'
          or says_it_themselves(a_institution, a_wishes, mail_wishes.mail));
end $$;

-- Whether one of them is the account's own. A function, since few bookings come to ask this, and each would pay for its plan.
create or replace function says_it_themselves(a_institution text, a_wishes jsonb, a_mail text) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from jsonb_to_recordset(a_wishes) as w(mail text, examinee_id bigint)
      join examinees e on e.institution_code = a_institution and e.examinee_id = w.examinee_id
     where w.mail = a_mail and lower(e.mail) = w.mail);
end $$;

-- A refusal of an address that was forgotten holds again when the address comes back: each comes with what stands in its place. Looked up by an
-- array: a join may be planned as reading all wishes of the institution, while these are few.
create or replace function bring_back_refusals(a_institution text, a_addresses jsonb) returns void language plpgsql as $$
begin
  if not exists (
    select from mail_wishes w
     where w.institution_code = a_institution
       and w.mail = any (array(select f->>'hash' from jsonb_array_elements(a_addresses) as f))) then
    return;
  end if;
  with back as (select distinct f.mail, f.hash from jsonb_to_recordset(a_addresses) as f(mail text, hash text)),
  found as (
    delete from mail_wishes w
     where w.institution_code = a_institution and w.mail = any (array(select hash from back))
    returning w.mail as hash, w.accepts, w.at, w.origin)
  insert into mail_wishes (institution_code, mail, accepts, at, origin)
  select a_institution, b.mail, f.accepts, f.at, f.origin from found f join back b on b.hash = f.hash order by b.mail
  on conflict (institution_code, mail) do nothing;
end $$;
