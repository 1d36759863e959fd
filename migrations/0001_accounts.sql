-- Tenants, the people in them, and their credentials.

CREATE TABLE accounts (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  default_from text,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- email_key is the address lower-cased: addresses compare case-insensitively and are stored as given.
CREATE TABLE users (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  id uuid NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL UNIQUE,
  name text,
  password_hash text NOT NULL,
  must_change_password boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);

CREATE TABLE sessions (
  account_id uuid NOT NULL,
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  ip text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE api_keys (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  id integer GENERATED ALWAYS AS IDENTITY,
  prefix text NOT NULL UNIQUE,
  secret_hash bytea NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (account_id, id)
);

-- How often a client network or an account has tried lately, for all nodes. drained_at is when the attempts so far are
-- forgiven: each moves it ahead, and no further than room from now (the generic cell rate algorithm). Not tenant data:
-- a subject may be a network, or an account that does not exist.
CREATE TABLE attempt_counters (
  subject text PRIMARY KEY,
  drained_at timestamptz NOT NULL
);
CREATE INDEX attempt_counters_expiry ON attempt_counters (drained_at);
