-- A number per institution that grows with every change of its masters. Who has read the masters under a number may
-- go on using them while it stands; whoever writes on their strength says the number, and is refused when it has moved.

create table masters_versions (
  institution_code text primary key,
  version bigint not null
);

create function count_masters_change() returns trigger language plpgsql as $$
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
    execute format('create trigger masters_inserted after insert on %I
      referencing new table as changed for each statement execute function count_masters_change()', master);
    execute format('create trigger masters_updated after update on %I
      referencing new table as changed for each statement execute function count_masters_change()', master);
    execute format('create trigger masters_deleted after delete on %I
      referencing old table as changed for each statement execute function count_masters_change()', master);
  end loop;
end $$;

-- For a database that has masters already.
insert into masters_versions select institution_code, 1 from institutions;
