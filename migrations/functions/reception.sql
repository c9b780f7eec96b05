-- Who came on the day of the visit, and what that holds back.

-- To be called under the lock of the reservation's row, before it is moved, cancelled or replaced. BK010: the person has come.
-- Whoever did not come may be given another day, and then is no longer one who did not.
create or replace function settle_reception(a_institution text, a_number integer, a_moves boolean)
returns void language plpgsql as $$
declare
  -- Read now: whoever marks takes the same lock, and leaves the reservation itself as it is.
  marked constant text := (
    select state from reception_marks where institution_code = a_institution and reservation_number = a_number);
begin
  if marked = 'arrived' then
    raise exception using errcode = 'BK010', message = 'the person has come';
  end if;
  if marked is not null and a_moves then
    delete from reception_marks where institution_code = a_institution and reservation_number = a_number;
  end if;
end $$;
