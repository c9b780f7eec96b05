-- no transaction
-- The files that can be made once more.
create index concurrently csv_downloads_with_numbers on csv_downloads (institution_code, download_id) where numbers <> '{}';
