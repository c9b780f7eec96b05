-- What staff accounts and their sessions have since 1.0.0.

-- Names a session whatever its token is: whoever shows once more who they are gets another token for it.
alter table sessions add column session_id uuid not null default gen_random_uuid();

-- Where members of the staff have logged in: what the browser says it is, in our words, and the network.
create table staff_devices (
  institution_code text not null,
  user_id text not null,
  device text not null,
  network text not null,
  last_used_at timestamptz not null,
  primary key (institution_code, user_id, device, network),
  foreign key (institution_code, user_id) references administrators
);

-- What a member of the staff is told of the own account, and has to acknowledge.
create table staff_notices (
  institution_code text not null,
  user_id text not null,
  notice_id uuid not null default gen_random_uuid(),
  at timestamptz not null,
  kind text not null check (kind in ('device', 'factor', 'setup')),
  -- In words: which device, which factor.
  note text not null,
  -- Whoever else did it; empty where it was the person.
  by_name text not null default '',
  address text not null default '',
  acknowledged_at timestamptz,
  primary key (institution_code, user_id, notice_id),
  foreign key (institution_code, user_id) references administrators
);

-- Since when managers need a second factor where not everybody does: in a new institution a fortnight after it was opened.
alter table institution_policies add column managers_two_factor_since timestamptz;

-- Somebody else knows the password: its owner sets another one before anything else.
alter table administrators add column must_change_password boolean not null default false;
alter table sessions add column must_change_password boolean not null default false;
