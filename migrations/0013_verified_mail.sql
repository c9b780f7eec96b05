-- Whose account it is: that of whoever has shown that its mail address is theirs (decision 93).

-- Set only by what the mailbox alone received: a link, or a reissued password.
alter table examinees add column mail_verified_at timestamptz;

-- False: it changes into another one in a session that is open, and opens none any more.
alter table examinee_credentials add column opens_sessions boolean not null default true;

-- The account that it joins once the address of that is verified (functions/verified-mail.sql); meanwhile it shows on nobody's my page.
-- No foreign key: an account that goes first leaves a number behind that is never given again.
alter table reservations add column pending_examinee_id bigint;
create index reservations_pending on reservations (institution_code, pending_examinee_id) where pending_examinee_id is not null;

-- Accounts of before: verified where the password that is used now can only have come by mail. By a reissue, of which a session that
-- it has opened still tells, where no own password is older; or by the first password of a phone booking, which no answer ever told,
-- of an institution whose first passwords can't be guessed, and in place of which the person has set their own. Those of the demo are nobody's.
update examinees e set mail_verified_at = now()
 where exists (select from institutions i where i.institution_code = e.institution_code and i.is_demo)
    or exists (
         select from sessions s
          where s.institution_code = e.institution_code and s.examinee_id = e.examinee_id and s.opened_with = 'reissued'
            and not exists (select from examinee_credentials c
                             where c.institution_code = e.institution_code and c.examinee_id = e.examinee_id and c.kind = 'own'
                               and c.created_at < s.created_at))
    or (exists (select from examinee_credentials c
                 where c.institution_code = e.institution_code and c.examinee_id = e.examinee_id and c.kind = 'own')
        and exists (select from institutions i where i.institution_code = e.institution_code and i.first_password = 'random')
        and exists (
             select from reservations r
               join reservation_history h on h.institution_code = r.institution_code and h.reservation_number = r.reservation_number
              where r.institution_code = e.institution_code and r.examinee_id = e.examinee_id and r.created_at = e.created_at
                and h.act = 'booked' and h.actor_kind = 'administrator'));

-- As wherever an address is verified: what was opened by a password that an answer has told ends.
update examinee_credentials c set opens_sessions = false
  from examinees e
 where e.institution_code = c.institution_code and e.examinee_id = c.examinee_id and e.mail_verified_at is not null and c.kind = 'first';
delete from sessions s using examinees e
 where e.institution_code = s.institution_code and e.examinee_id = s.examinee_id and e.mail_verified_at is not null
   and s.opened_with = 'first';
