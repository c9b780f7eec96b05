-- A course's record has a version too, apart from those of its four sets of rows, which are raised with the rows.

alter table courses add column version integer not null default 1;

create trigger record_changed before update on courses for each row
  when ((old.items_version, old.frames_version, old.prices_version, old.options_version)
          is not distinct from (new.items_version, new.frames_version, new.prices_version, new.options_version)
        and old.* is distinct from new.*)
  execute function count_record_change();
