-- What is written to people: the institution's templates, the outbox, and the daily run.

-- A text for a kind of mail, for all, for a client, or for one of its courses.
create table mail_templates (
  institution_code text not null references institutions,
  template_code text not null check (template_code ~ '^[0-9]{4}$'),
  kind text not null check (kind in (
    'password', 'booked', 'confirmed', 'changed_by_examinee', 'changed_by_staff',
    'cancelled_by_examinee', 'cancel_confirmed', 'reminder', 'promotion')),
  client_code text,
  course_code text,
  title text not null,
  body text not null,
  sender text not null default '',
  reply_to text not null default '',
  bcc text not null default '',
  version integer not null default 1,
  primary key (institution_code, template_code),
  foreign key (institution_code, client_code) references clients,
  constraint mail_templates_one_per_target unique nulls not distinct (institution_code, kind, client_code, course_code),
  check (course_code is null or client_code is not null)
);

-- Mails, written in the transaction of what they tell, sent afterwards; message_id is fixed here, so a second sending is
-- recognisable as the same mail. No foreign key: each would lock the institution's one row in every booking.
create table outbox_mails (
  institution_code text not null,
  mail_id uuid not null default gen_random_uuid(),
  message_id text not null,
  kind text not null check (kind in (
    'password', 'booked', 'confirmed', 'changed_by_examinee', 'changed_by_staff',
    'cancelled_by_examinee', 'cancel_confirmed', 'reminder', 'promotion', 'notice')),
  reservation_number integer,
  -- Set for mails that may go out once only, e.g. kind, reservation and visit day of a reminder.
  once_key text,
  sender text not null,
  -- Whom a phone shows as the sender; the address is in sender.
  sender_name text not null default '',
  reply_to text not null default '',
  recipient text not null,
  bcc text not null default '',
  subject text not null,
  body text not null,
  -- The visit for the calendar file that goes along, or JSON's null. Kept with the mail: it tells what the mail told,
  -- whatever happens later.
  calendar_event jsonb not null default 'null',
  -- Withdrawn: written by the daily run or for many, and no longer true when its turn came.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'withdrawn')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  -- Set when it is tried for the first time, so that a service which was down for days gives up nothing.
  give_up_at timestamptz,
  last_error text not null default '',
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (institution_code, mail_id)
);
create unique index outbox_mails_once on outbox_mails (institution_code, once_key) where once_key is not null;
-- In turn by institution, and within one those that somebody waits for (0) before notices to many (1) and those of the daily run (2).
create index outbox_mails_in_turn on outbox_mails (
  institution_code, (case kind when 'reminder' then 2 when 'promotion' then 2 when 'notice' then 1 else 0 end), next_attempt_at)
  where state = 'waiting';
create index outbox_mails_failed on outbox_mails (institution_code, created_at) where state = 'failed';
-- For the hourly work that empties old ones.
create index outbox_mails_by_age on outbox_mails (institution_code, created_at);
create index outbox_mails_by_reservation on outbox_mails (institution_code, reservation_number, created_at);

-- A text to the people of many reservations; request_id, its idempotency key, makes what is sent again the same notice.
create table notices (
  institution_code text not null references institutions,
  notice_id uuid not null,
  request_id text not null,
  content_hash bytea not null,
  at timestamptz not null,
  administrator_id text not null,
  -- As it was written, with its variables.
  title text not null,
  -- The same as lists show it: filled in where that is the same for all.
  told_title text not null,
  body text not null,
  -- By what its people were chosen, in words.
  source text not null,
  -- Those that were left out because they had changed.
  skipped integer[] not null default '{}',
  primary key (institution_code, notice_id),
  unique (institution_code, request_id)
);
create index notices_by_time on notices (institution_code, at);
-- For the hourly work that empties old ones.
create index notices_with_text on notices (institution_code, at) where body <> '';

-- Whom a notice is for: by a mail of the outbox, or by telephone. Visit day and slot as they were when it was written.
create table notice_recipients (
  institution_code text not null,
  notice_id uuid not null,
  reservation_number integer not null,
  channel text not null check (channel in ('mail', 'phone')),
  visit_date date not null,
  slot_code text not null,
  -- As it is in this person's mail, or would be.
  subject text not null,
  mail_id uuid,
  -- What became of the mail, which is kept here when the mail itself is gone (functions/mail.sql).
  mail_state text check (mail_state in ('waiting', 'retrying', 'sent', 'failed', 'withdrawn')),
  sent_at timestamptz,
  called_at timestamptz,
  called_by text not null default '',
  memo text not null default '',
  version integer not null default 1,
  primary key (institution_code, notice_id, reservation_number),
  foreign key (institution_code, notice_id) references notices,
  check ((channel = 'mail') = (mail_id is not null)),
  check ((channel = 'mail') = (mail_state is not null))
);
create index notice_recipients_by_reservation on notice_recipients (institution_code, reservation_number);

-- The last Tokyo day for which an institution's reminders and invitations were written, all of them.
create table daily_runs (
  institution_code text primary key references institutions,
  day date not null,
  finished_at timestamptz not null
);
