-- What a key may do, and who did what with keys.

-- from_domains: A-labels; networks: CIDR, canonical; daily_limit: recipients a UTC day. NULL is no limit.
ALTER TABLE api_keys
  ADD permission text NOT NULL DEFAULT 'full' CHECK (permission IN ('full', 'send', 'read')),
  ADD from_domains text[],
  ADD networks text[],
  ADD expires_at timestamptz,
  ADD daily_limit integer CHECK (daily_limit > 0);

-- A key has one secret, and for some time after a rotation also older ones. expires_at is the end of that time, NULL for
-- the newest. last_four is NULL for secrets that were made before it was kept.
CREATE TABLE api_key_secrets (
  account_id uuid NOT NULL,
  key_id integer NOT NULL,
  prefix text NOT NULL UNIQUE,
  secret_hash bytea NOT NULL,
  last_four text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  PRIMARY KEY (account_id, key_id, prefix),
  FOREIGN KEY (account_id, key_id) REFERENCES api_keys ON DELETE CASCADE
);
CREATE UNIQUE INDEX api_key_secrets_newest ON api_key_secrets (account_id, key_id) WHERE expires_at IS NULL;

INSERT INTO api_key_secrets (account_id, key_id, prefix, secret_hash, created_at)
SELECT account_id, id, prefix, secret_hash, created_at FROM api_keys;
ALTER TABLE api_keys DROP COLUMN prefix, DROP COLUMN secret_hash;

-- Written in the transaction of what it tells. Neither user nor key: the operator, on the command line. No foreign keys
-- to those: what they did stays known when they are gone.
CREATE TABLE audit_events (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  id uuid NOT NULL,
  user_id uuid,
  by_key_id integer,
  action text NOT NULL,
  key_id integer,
  detail jsonb NOT NULL DEFAULT '{}',
  network text,
  PRIMARY KEY (account_id, id)
);

-- How many requests of an account all nodes have taken in the current minute. Unlogged: each node adds what it took about
-- once a second, and after a crash the minute begins anew.
CREATE UNLOGGED TABLE request_counts (
  account_id uuid PRIMARY KEY,
  minute integer NOT NULL,
  taken bigint NOT NULL
) WITH (fillfactor = 50);

-- The minute is this clock's: those of nodes may be minutes apart.
CREATE FUNCTION shared_clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT clock_timestamp()';

-- What programs asked of the API in the last days. Written in batches after the answer (src/features/requests); no bodies.
-- No foreign keys: a row of an account that has just been deleted must not lose its neighbours in the batch.
CREATE TABLE api_requests (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  status smallint NOT NULL,
  ms integer NOT NULL,
  key_id integer,
  request_id text NOT NULL,
  error_code text,
  error_message text,
  network text NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX api_requests_by_request_id ON api_requests (account_id, request_id);
-- The few that failed are looked for among the many that did not.
CREATE INDEX api_requests_failed ON api_requests (account_id, id) WHERE status >= 400;
-- Rows are written in about the order of their ids, and the oldest are removed for all accounts at once.
CREATE INDEX api_requests_age ON api_requests USING brin (id);
