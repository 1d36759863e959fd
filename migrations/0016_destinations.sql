-- What workers have learnt of those who take mail from us. Nobody's data: no account has a part in it.

-- Who runs the mail servers of a domain, as DNS says: for people who look at the queue, which knows domains only.
CREATE TABLE destination_domains (
  domain text PRIMARY KEY,
  operator text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX destination_domains_by_operator ON destination_domains (operator);

-- Workers that are alive share what a lane may take. One that was not seen for a while has ended.
CREATE TABLE workers (
  id uuid PRIMARY KEY,
  node text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now()
);

-- The pace of a lane, for all workers together: transactions at once, messages a minute (null: as many as connections carry), and
-- until when nothing goes there, with the reason in words. failures counts closings in a row: each lasts longer.
CREATE TABLE lanes (
  name text PRIMARY KEY,
  concurrency real NOT NULL,
  per_minute real,
  closed_until timestamptz,
  reason text,
  failures integer NOT NULL DEFAULT 0,
  slowed_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Messages that a source address has sent on a day (UTC), for its warm-up.
CREATE TABLE source_days (
  source text NOT NULL,
  day date NOT NULL,
  sent bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (source, day)
);

-- MTA-STS policies (RFC 8461), for as long as their owners said: one that is known holds although its server cannot be asked.
CREATE TABLE mta_sts_policies (
  domain text PRIMARY KEY,
  policy jsonb NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX mta_sts_policies_expiry ON mta_sts_policies (expires_at);
