-- Attempts at a user id's password, by the network address they come from: strangers lock out themselves, not the id.
-- Keyed by hashes, whether the id exists or not; 1.0.0 counts in failed_tries, by the id alone.
create table login_attempts (
  user_key text not null,
  network_key text not null,
  failures integer not null check (failures >= 0),
  last_failure_at timestamptz not null,
  -- Somebody has logged in as this id from there, and may do so until then whatever comes from elsewhere.
  known_until timestamptz,
  -- When the row says nothing any more.
  expires_at timestamptz not null,
  primary key (user_key, network_key)
);
create index login_attempts_by_age on login_attempts (expires_at);
