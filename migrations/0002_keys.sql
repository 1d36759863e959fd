-- API keys: permissions, limits, secrets, and counts of the mail sent with them.

-- from_domains: A-labels; networks: canonical CIDR; daily_limit: recipients per UTC day. Null: no limit.
-- paused_at: the abuse guard paused the key until a person resumes it. resumed_at: the time of the last resumption. The guard
--   does not pause the key again in the same UTC hour.
-- long_lines: whether SMTP submission re-encodes or refuses messages with lines of more than 998 octets.
CREATE TABLE api_keys (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  id integer GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  permission text NOT NULL DEFAULT 'full' CHECK (permission IN ('full', 'send', 'read')),
  from_domains text[],
  networks text[],
  daily_limit integer CHECK (daily_limit > 0),
  long_lines text NOT NULL DEFAULT 're-encode' CHECK (long_lines IN ('re-encode', 'refuse')),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  paused_at timestamptz,
  paused_reason text,
  resumed_at timestamptz,
  PRIMARY KEY (account_id, id)
);

-- A key has one current secret, and older ones for a time after a rotation. expires_at is the end of that time; null for the
-- current secret.
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

-- Recipients accepted with a key, and outcomes of its mail, per UTC hour. Each node adds its counts about once a second.
CREATE TABLE key_hours (
  account_id uuid NOT NULL,
  key_id integer NOT NULL,
  hour timestamptz NOT NULL,
  recipients bigint NOT NULL,
  delivered bigint NOT NULL,
  bounced bigint NOT NULL,
  PRIMARY KEY (account_id, key_id, hour),
  FOREIGN KEY (account_id, key_id) REFERENCES api_keys ON DELETE CASCADE
) WITH (fillfactor = 50);

-- API requests of the last days, for the request log. Written in batches after the response (src/features/requests); no bodies.
-- No foreign keys: a row of an account that was just deleted must not make the whole batch fail.
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
-- For the log's filter on failed requests, which are few among many successful ones.
CREATE INDEX api_requests_failed ON api_requests (account_id, id) WHERE status >= 400;
-- Cleanup deletes the oldest rows of all accounts at once. BRIN suffices, because rows are inserted roughly in the order of their
-- ids.
CREATE INDEX api_requests_age ON api_requests USING brin (id);
