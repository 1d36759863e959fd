-- Accounts are the tenants. People sign in and belong to accounts.
--
-- Every table of a tenant has a key that begins with account_id, so that a distributed PostgreSQL can place it by account.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- number: a short id for return paths, because a local part has at most 64 octets (RFC 5321 §4.5.3.1.1).
-- is_operator: the account that runs a self-hosted instance; the first launch creates it.
-- retention_days: how long the contents of emails are kept.
-- on_uncertain: whether a recipient whose delivery is uncertain is retried or held for a person to decide.
-- retry_seconds: delays between attempts; the last one repeats. Null: the default delays.
CREATE TABLE accounts (
  id uuid PRIMARY KEY,
  number integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  name text NOT NULL,
  is_operator boolean NOT NULL DEFAULT false,
  default_from text,
  retention_days integer NOT NULL DEFAULT 30 CHECK (retention_days BETWEEN 1 AND 3650),
  on_uncertain text NOT NULL DEFAULT 'retry' CHECK (on_uncertain IN ('retry', 'hold')),
  retry_seconds integer[] CHECK (cardinality(retry_seconds) BETWEEN 1 AND 20),
  expire_after_seconds integer NOT NULL DEFAULT 259200 CHECK (expire_after_seconds BETWEEN 300 AND 2592000),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX accounts_operator ON accounts (is_operator) WHERE is_operator;

-- email_key: the address in lower case, because comparisons ignore case; email keeps the case that was entered.
-- is_operator: the person was named an operator of the instance on the command line.
CREATE TABLE people (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  email_key text NOT NULL UNIQUE,
  name text,
  password_hash text NOT NULL,
  must_change_password boolean NOT NULL DEFAULT false,
  is_operator boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX people_operators ON people (id) WHERE is_operator;

CREATE TABLE memberships (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE,
  role text NOT NULL CHECK (role = 'owner'),
  joined_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, person_id)
);
CREATE INDEX memberships_of_person ON memberships (person_id, joined_at);

-- Accounts with operator rights: the account that runs the instance, and the accounts that are owned by people who are operators.
CREATE VIEW operator_accounts AS
  SELECT id AS account_id FROM accounts WHERE is_operator
  UNION SELECT m.account_id FROM people p JOIN memberships m ON m.person_id = p.id AND m.role = 'owner'
    WHERE p.is_operator;

-- A signed-in browser: a person, and the account that the person works in. A session is deleted with the membership.
CREATE TABLE sessions (
  account_id uuid NOT NULL,
  person_id uuid NOT NULL,
  id uuid NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  ip text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, person_id) REFERENCES memberships ON DELETE CASCADE
);
CREATE INDEX sessions_expiry ON sessions (expires_at);
-- All sessions of a person, in any account, end when the password changes.
CREATE INDEX sessions_of_person ON sessions (person_id);

-- Each row is written in the transaction of the action that it records. If person_id and by_key_id are null, the operator acted
-- on the command line. Neither is a foreign key, so that the row survives the deletion of the person or the key.
CREATE TABLE audit_events (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  id uuid NOT NULL,
  person_id uuid,
  by_key_id integer,
  action text NOT NULL,
  key_id integer,
  detail jsonb NOT NULL DEFAULT '{}',
  network text,
  PRIMARY KEY (account_id, id)
);

-- Recent attempts of a client network or an account, counted for all nodes by the generic cell rate algorithm. drained_at is the
-- time at which the counter is empty again; each attempt moves it further into the future, up to a limit. Not tenant data,
-- because a subject may be a network, or an account that does not exist.
CREATE TABLE attempt_counters (
  subject text PRIMARY KEY,
  drained_at timestamptz NOT NULL
);
CREATE INDEX attempt_counters_expiry ON attempt_counters (drained_at);

-- API requests of an account in the current minute, on all nodes together. Each node adds its requests about once a second.
-- Unlogged: after a crash of PostgreSQL the minute starts at zero.
CREATE UNLOGGED TABLE request_counts (
  account_id uuid PRIMARY KEY,
  minute integer NOT NULL,
  taken bigint NOT NULL
) WITH (fillfactor = 50);

-- The clock that defines the minute for all nodes, because the nodes' own clocks may differ by minutes.
CREATE FUNCTION shared_clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT clock_timestamp()';
