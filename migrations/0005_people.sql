-- The people who book: their accounts and how they log in.

-- An account. It has no foreign key to its institution, whose one row every new account would lock: accounts are opened by
-- bookings alone, which read the institution, and institutions are never deleted.
-- Mail addresses are compared letter by letter of ASCII, whatever language the database speaks: under "C", lower() leaves
-- U+212A alone, which others take for a k, and an I never becomes anything but an i.
create table examinees (
  institution_code text not null,
  examinee_id bigint generated always as identity,
  mail text collate "C" not null,
  family_name text not null default '',
  given_name text not null default '',
  family_kana text not null default '',
  given_kana text not null default '',
  birth_date date,
  sex text check (sex in ('male', 'female')),
  postal_code text not null default '' check (postal_code ~ '^([0-9]{7})?$'),
  prefecture text not null default '',
  city text not null default '',
  street text not null default '',
  phone text not null default '',
  client_code text not null default '00000000',
  category_code text,
  insurer_number text not null default '',
  card_symbol text not null default '',
  card_number text not null default '',
  company_name text not null default '',
  employee_number text not null default '',
  accepts_mail boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (institution_code, examinee_id)
);
create unique index examinees_by_mail on examinees (institution_code, lower(mail));

-- Passwords. Several at once: the person's own, the first one that the service made, a reissued one.
create table examinee_credentials (
  institution_code text not null,
  examinee_id bigint not null,
  kind text not null check (kind in ('own', 'first', 'reissued')),
  scheme text not null check (scheme in ('argon2id', 'keyed')),
  hash text not null,
  must_change boolean not null default false,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (institution_code, examinee_id, kind),
  foreign key (institution_code, examinee_id) references examinees on delete cascade
);

-- What a partner calls a person who has an account here.
create table partner_subjects (
  institution_code text not null,
  client_code text not null,
  subject text not null,
  examinee_id bigint not null,
  primary key (institution_code, client_code, subject),
  foreign key (institution_code, client_code) references clients,
  foreign key (institution_code, examinee_id) references examinees on delete cascade
);
