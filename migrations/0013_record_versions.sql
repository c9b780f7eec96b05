-- A number per master record that grows with every change of it: of two people who edit the same record, the later is told.

create function count_record_change() returns trigger language plpgsql as $$
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
    execute format('alter table %I add column version integer not null default 1', master);
    execute format('create trigger record_changed before update on %I
      for each row when (old.* is distinct from new.*) execute function count_record_change()', master);
  end loop;
end $$;
