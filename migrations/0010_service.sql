-- What all servers of this database have in common.

-- By which a server sees whether its SECRET_KEY is the one of these data: an HMAC of a fixed word under it, in one row.
create table service_key (
  is_only boolean primary key default true check (is_only),
  mark text not null check (mark ~ '^[0-9a-f]{32}$'),
  since timestamptz not null default now()
);
