-- Workers, and their knowledge about the servers that they deliver to. Not tenant data.

-- Live workers share the capacity of each throttle. A worker that has not updated seen_at for a while has ended.
CREATE TABLE workers (
  id uuid PRIMARY KEY,
  node text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now()
);

-- Limits of a destination or relay for all workers together: concurrent transactions, messages per minute (null: no limit), and
-- until when the throttle is closed, with the reason in words. failures: number of closings in a row; each lasts longer than the
-- one before.
CREATE TABLE throttles (
  name text PRIMARY KEY,
  concurrency real NOT NULL,
  per_minute real,
  closed_until timestamptz,
  reason text,
  failures integer NOT NULL DEFAULT 0,
  slowed_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- The mailbox provider of a domain, derived from its MX records. The queue page needs it, because the queue itself has only
-- domains.
CREATE TABLE provider_domains (
  domain text PRIMARY KEY,
  provider text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX provider_domains_by_provider ON provider_domains (provider);

-- IP addresses of mail servers that have accepted mail, with the throttle of their provider. Only mail to such addresses shares
-- the provider's throttle, because anyone may name a provider's hosts in an MX record
-- (docs/decisions/0044-throttles-and-tenants.md).
CREATE TABLE destination_hosts (
  throttle text NOT NULL,
  address text NOT NULL,
  delivered_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (throttle, address)
);
CREATE INDEX destination_hosts_by_time ON destination_hosts (delivered_at);

-- Messages that a source address has sent on a UTC day. The warm-up limits them.
CREATE TABLE source_days (
  source text NOT NULL,
  day date NOT NULL,
  sent bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (source, day)
);

-- MTA-STS policies (RFC 8461), kept for the max_age that the policy sets: a known policy applies even while its server cannot be
-- reached.
CREATE TABLE mta_sts_policies (
  domain text PRIMARY KEY,
  policy jsonb NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX mta_sts_policies_expiry ON mta_sts_policies (expires_at);
