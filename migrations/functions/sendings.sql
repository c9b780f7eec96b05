-- What was sent for a reservation, as the reservation goes on.

-- Of many that are sent a few are moved or cancelled afterwards, which are looked for every day: `outdated` finds them without the others.
create or replace function outdate_sendings() returns trigger language plpgsql as $$
begin
  update sendings s set outdated = (s.visit_date <> new.visit_date or not is_live(new.status))
   where s.institution_code = new.institution_code and s.reservation_number = new.reservation_number;
  return null;
end $$;

create or replace trigger outdate_sendings after update on reservations
  for each row when (old.visit_date <> new.visit_date or is_live(old.status) <> is_live(new.status)) execute function outdate_sendings();

-- What was sent to the same person goes along.
create or replace function pass_sendings_on(a_institution text, a_from integer, a_to integer) returns void language sql as $$
  update sendings s set reservation_number = a_to, outdated = (s.visit_date <> r.visit_date)
    from reservations o
    join reservations r on r.institution_code = o.institution_code and r.reservation_number = a_to
   where s.institution_code = a_institution and s.reservation_number = a_from
     and o.institution_code = a_institution and o.reservation_number = a_from
     and is_same_person(r.folded_kana, r.birth_date, o.folded_kana, o.birth_date)
$$;
