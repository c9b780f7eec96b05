-- Which reservations no CSV file has as they are now: kept with every reservation that is born or has news, and with every file
-- that is recorded, whoever writes them. Nobody else writes csv_pending but whoever makes a reservation anonymous (privacy.sql).

-- All of a batch of bookings at once.
create or replace function await_file_of_new() returns trigger language plpgsql as $$
begin
  insert into csv_pending (institution_code, reservation_number, news_version)
  select institution_code, reservation_number, news_version from added
   where download_status <> 'done' and not is_replaced(status);
  return null;
end $$;

-- Acts with news come one by one; all others, and those without any, are none of its business and cost nothing.
create or replace function await_file_of_news() returns trigger language plpgsql as $$
begin
  if new.download_status = 'done' or is_replaced(new.status) then
    delete from csv_pending
     where institution_code = new.institution_code and reservation_number = new.reservation_number;
  else
    insert into csv_pending (institution_code, reservation_number, news_version)
    values (new.institution_code, new.reservation_number, new.news_version)
    on conflict (institution_code, reservation_number) do update set news_version = excluded.news_version;
  end if;
  return null;
end $$;

-- A file holds each row in one version; news that came while it was made it does not have. In key order, so that two files of
-- the same reservations wait for each other instead of blocking each other.
create or replace function settle_pending() returns trigger language plpgsql as $$
begin
  with held as (
    select p.institution_code, p.reservation_number
      from added a join csv_pending p using (institution_code, reservation_number)
     where is_in_file(a.version, p.news_version)
     order by p.institution_code, p.reservation_number
       for update of p)
  delete from csv_pending p using held h
   where p.institution_code = h.institution_code and p.reservation_number = h.reservation_number;
  return null;
end $$;

create or replace trigger await_file_of_new after insert on reservations
  referencing new table as added for each statement execute function await_file_of_new();
create or replace trigger await_file_of_news after update on reservations
  for each row when (old.news_version <> new.news_version
                     or (old.status <> new.status and is_replaced(new.status)))
  execute function await_file_of_news();
create or replace trigger settle_pending after insert on csv_download_rows
  referencing new table as added for each statement execute function settle_pending();
