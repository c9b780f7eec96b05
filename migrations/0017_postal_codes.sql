-- Japan Post's postal codes as the operator has read them in, in the place of those that the program brings along (decision 97).

create table postal_codes (
  postal_code text not null check (postal_code ~ '^[0-9]{7}$'),
  -- Of several towns under one code, in the order of the file.
  place integer not null,
  prefecture text not null,
  city text not null,
  -- Of a business: its town and number.
  town text not null,
  primary key (postal_code, place)
);

-- What they were read from, all at once, in one row.
create table postal_code_set (
  is_only boolean primary key default true check (is_only),
  files text[] not null,
  -- The newest time stamp of the files.
  stamped_at timestamptz not null,
  -- Those whose towns are all in the set: of the others the program's own data tell.
  prefectures text[] not null
);
