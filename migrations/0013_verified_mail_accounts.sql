-- no transaction
-- Accounts of before: verified where the password that is used now can only have come by mail. By a reissue, of which a session that
-- it has opened still tells, where no own password is older; or by the first password of a phone booking, which no answer ever told,
-- of an institution whose first passwords can't be guessed, and in place of which the person has set their own. Those of the demo are nobody's.
do $$
declare
  a record;
  reached bigint;
  batch bigint[];
begin
  for a in select institution_code, is_demo, first_password = 'random' as is_random from institutions loop
    reached := 0;
    loop
      batch := array(select examinee_id from examinees
                      where institution_code = a.institution_code and examinee_id > reached order by examinee_id limit 2000);
      exit when batch = '{}';
      reached := batch[cardinality(batch)];
      with verified as (
        update examinees e set mail_verified_at = now()
         where e.institution_code = a.institution_code and e.examinee_id = any (batch) and e.mail_verified_at is null
           and (a.is_demo
             or exists (
                  select from sessions s
                   where s.institution_code = e.institution_code and s.administrator_id is null and s.examinee_id = e.examinee_id
                     and s.opened_with = 'reissued'
                     and not exists (select from examinee_credentials c
                                      where c.institution_code = e.institution_code and c.examinee_id = e.examinee_id and c.kind = 'own'
                                        and c.created_at < s.created_at))
             or (a.is_random
                 and exists (select from examinee_credentials c
                              where c.institution_code = e.institution_code and c.examinee_id = e.examinee_id and c.kind = 'own')
                 and exists (
                      select from reservations r
                        join reservation_history h on h.institution_code = r.institution_code and h.reservation_number = r.reservation_number
                       where r.institution_code = e.institution_code and r.examinee_id = e.examinee_id and r.created_at = e.created_at
                         and h.act = 'booked' and h.actor_kind = 'administrator')))
        returning e.examinee_id),
      -- As wherever an address is verified: what was opened by a password that an answer has told ends.
      closed as (
        update examinee_credentials c set opens_sessions = false from verified v
         where c.institution_code = a.institution_code and c.examinee_id = v.examinee_id and c.kind = 'first')
      delete from sessions s using verified v
       where s.institution_code = a.institution_code and s.administrator_id is null and s.examinee_id = v.examinee_id
         and s.opened_with = 'first';
      commit;
    end loop;
  end loop;
end $$;
