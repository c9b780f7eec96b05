-- Versions of the masters: of the institution's as a whole, which bookings compare, and of each record, which editors compare.

-- A number per institution that grows with every change of its masters.
create or replace function count_masters_change() returns trigger language plpgsql as $$
begin
  insert into masters_versions as v (institution_code, version)
  select institution_code, 1 from changed group by institution_code order by institution_code
  on conflict (institution_code) do update set version = v.version + 1;
  return null;
end $$;

do $$
declare
  master text;
begin
  foreach master in array array[
    'institutions', 'time_slots', 'frames', 'exam_items', 'option_groups', 'option_items', 'clients', 'client_categories',
    'courses', 'course_items', 'course_frames', 'course_prices', 'course_options', 'mail_templates'] loop
    execute format('create or replace trigger masters_inserted after insert on %I
      referencing new table as changed for each statement execute function count_masters_change()', master);
    execute format('create or replace trigger masters_updated after update on %I
      referencing new table as changed for each statement execute function count_masters_change()', master);
    execute format('create or replace trigger masters_deleted after delete on %I
      referencing old table as changed for each statement execute function count_masters_change()', master);
  end loop;
end $$;

-- A number per record that grows with every change of it.
create or replace function count_record_change() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

do $$
declare
  master text;
begin
  foreach master in array array[
    'institutions', 'time_slots', 'frames', 'exam_items', 'option_groups', 'option_items', 'clients', 'client_categories',
    'mail_templates'] loop
    execute format('create or replace trigger record_changed before update on %I
      for each row when (old.* is distinct from new.*) execute function count_record_change()', master);
  end loop;
end $$;

-- The versions of a course's four sets of rows are raised with the rows.
create or replace trigger record_changed before update on courses for each row
  when ((old.items_version, old.frames_version, old.prices_version, old.options_version)
          is not distinct from (new.items_version, new.frames_version, new.prices_version, new.options_version)
        and old.* is distinct from new.*)
  execute function count_record_change();
