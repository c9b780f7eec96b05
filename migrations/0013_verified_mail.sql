-- Whose account it is: that of whoever has shown that its mail address is theirs (decision 93).

-- Set only by what the mailbox alone received: a link, or a reissued password.
alter table examinees add column mail_verified_at timestamptz;

-- False: it changes into another one in a session that is open, and opens none any more.
alter table examinee_credentials add column opens_sessions boolean not null default true;

-- The account that it joins once the address of that is verified (functions/verified-mail.sql); meanwhile it shows on nobody's my page.
-- No foreign key: an account that goes first leaves a number behind that is never given again.
alter table reservations add column pending_examinee_id bigint;
