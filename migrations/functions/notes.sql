-- Notes about a person follow them, by whatever way a reservation is written: to the first patient number that comes to a kana and birth date,
-- and to what the last reservation of a note is corrected to. Reservations stay as they are. Whose note a reservation has, the statements of
-- booking/records/person-note.ts say.

-- Who writes a note waits for bookings with a number that are being committed, and they for it: neither sees what the other writes. Of those
-- that find a note to move, one goes at a time.
create or replace function lock_person_notes(a_institution text, a_writes boolean) returns void language plpgsql as $$
begin
  if a_writes then
    perform pg_advisory_xact_lock(hashtextextended('notes/' || a_institution, 0));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended('notes/' || a_institution, 0));
  end if;
end $$;

-- By its number, or by kana and birth date where it has none.
drop function if exists note_of_key(text, text, text, date);
create or replace function note_of_key(a_institution text, a_number text, a_kana text, a_birth date)
returns bigint language sql stable as $$
  select note_id from person_notes where institution_code = a_institution and patient_number = a_number and patient_number <> ''
  union all
  select note_id from person_notes
   where institution_code = a_institution and a_number = '' and patient_number = '' and folded_kana = a_kana and birth_date = a_birth
$$;

-- The number that stands by a kana and birth date: '' where none does, null where several do.
create or replace function number_of_person(a_institution text, a_kana text, a_birth date) returns text language sql stable as $$
  select case count(distinct nullif(patient_number, '')) when 0 then '' when 1 then min(nullif(patient_number, '')) end
    from reservations
   where institution_code = a_institution and is_same_person(folded_kana, birth_date, a_kana, a_birth) and not is_replaced(status)
$$;

-- To another key; where a note stands there already, that one stays, and the text is appended to it.
create or replace function move_note(a_institution text, a_note bigint, a_number text, a_kana text, a_birth date)
returns void language plpgsql as $$
declare
  there constant bigint := note_of_key(a_institution, a_number, a_kana, a_birth);
begin
  if there is null then
    update person_notes set patient_number = a_number, folded_kana = a_kana, birth_date = a_birth
     where institution_code = a_institution and note_id = a_note;
  elsif there <> a_note then
    update person_notes t
       set body = left(t.body || chr(10) || n.body, 500), is_printed = t.is_printed and n.is_printed, version = t.version + 1,
           updated_at = greatest(t.updated_at, n.updated_at)
      from person_notes n
     where t.institution_code = a_institution and t.note_id = there and n.institution_code = a_institution and n.note_id = a_note;
    delete from person_notes where institution_code = a_institution and note_id = a_note;
  end if;
end $$;

create or replace function note_follows() returns trigger language plpgsql as $$
declare
  was record;
  note bigint;
  first_note bigint;
  target text;
begin
  perform lock_person_notes(new.institution_code, false);
  if not exists (select from person_notes where institution_code = new.institution_code) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select r.patient_number, r.folded_kana, r.birth_date into was
      from reservations r where r.institution_code = new.institution_code and r.reservation_number = new.replaces;
  else
    select old.patient_number, old.folded_kana, old.birth_date into was;
  end if;
  note := note_of_key(new.institution_code, was.patient_number, was.folded_kana, was.birth_date);
  if new.patient_number <> '' then
    first_note := note_of_key(new.institution_code, '', new.folded_kana, new.birth_date);
  end if;
  if note is null and first_note is null then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('notes-move/' || new.institution_code, 0));
  if note is not null
     and not exists (
       select from reservations r
        where r.institution_code = new.institution_code and r.patient_number = was.patient_number and r.patient_number <> ''
          and r.reservation_number <> new.reservation_number and not is_replaced(r.status))
     and not exists (
       select from reservations r
        where r.institution_code = new.institution_code and was.patient_number = '' and r.patient_number = ''
          and is_same_person(r.folded_kana, r.birth_date, was.folded_kana, was.birth_date)
          and r.reservation_number <> new.reservation_number and not is_replaced(r.status)) then
    target := coalesce(nullif(new.patient_number, ''), number_of_person(new.institution_code, new.folded_kana, new.birth_date));
    -- What a change makes is a new row: under another name and number it may be for somebody else.
    if tg_op = 'INSERT' and not is_same_person(was.folded_kana, was.birth_date, new.folded_kana, new.birth_date)
       and new.patient_number is distinct from nullif(was.patient_number, '') then
      target := null;
    end if;
    if target is null then
      -- Of nobody any more: left where it stands, it would be shown to whoever that name really belongs to.
      delete from person_notes where institution_code = new.institution_code and note_id = note;
    else
      perform move_note(new.institution_code, note, target, new.folded_kana, new.birth_date);
    end if;
  end if;
  if first_note is not null then
    perform move_note(new.institution_code, first_note, new.patient_number, new.folded_kana, new.birth_date);
  end if;
  return null;
end $$;

-- At the very end of what has written them: nobody waits for a note with places in hand.
drop trigger if exists note_of_new on reservations;
create constraint trigger note_of_new after insert on reservations deferrable initially deferred
  for each row when (new.patient_number <> '' or new.replaces is not null) execute function note_follows();
drop trigger if exists note_of_corrected on reservations;
create constraint trigger note_of_corrected after update on reservations deferrable initially deferred
  for each row when ((old.folded_kana, old.birth_date, old.patient_number)
                     is distinct from (new.folded_kana, new.birth_date, new.patient_number)
                     and new.anonymised_at is null and not is_replaced(new.status))
  execute function note_follows();
