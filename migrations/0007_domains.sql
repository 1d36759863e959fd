-- Domains that accounts send from: ownership, DKIM keys, DNS checks, and the reports that receivers send about them.

-- name: lower-case A-labels. Any account may claim a domain. One account at a time owns it: the account that was verified by a
--   TXT record with its token, or by the operator.
-- token_missing_since: since when the owner's token is missing in the DNS. After a grace period, the account loses the domain.
-- active_key_set: the set of DKIM keys that signs. The other set is already published, so that a rotation needs no new DNS
--   records.
-- findings: the last DNS result for each record. warnings: sentences that the dashboard and the API show.
-- revision: a check or a change is discarded if another one was stored after it began.
CREATE TABLE domains (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name text NOT NULL,
  token text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', ''),
  verified_at timestamptz,
  verified_by text CHECK (verified_by IN ('dns', 'operator')),
  token_missing_since timestamptz,
  return_path text NOT NULL DEFAULT 'bounce',
  tracking_host text,
  active_key_set smallint NOT NULL DEFAULT 1 CHECK (active_key_set IN (1, 2)),
  rotated_at timestamptz,
  rotate_every_days integer CHECK (rotate_every_days > 0),
  findings jsonb NOT NULL DEFAULT '{}',
  warnings text[] NOT NULL DEFAULT '{}',
  checked_at timestamptz,
  check_at timestamptz NOT NULL DEFAULT now(),
  revision integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, name),
  CHECK ((verified_at IS NULL) = (verified_by IS NULL))
);
CREATE UNIQUE INDEX domains_holder ON domains (name) WHERE verified_at IS NOT NULL;
CREATE INDEX domains_by_name ON domains (name);
CREATE INDEX domains_due ON domains (check_at);

-- DKIM keys of a domain, in two sets. The private keys are sealed with the instance's secret key.
CREATE TABLE domain_keys (
  account_id uuid NOT NULL,
  domain text NOT NULL,
  key_set smallint NOT NULL CHECK (key_set IN (1, 2)),
  algorithm text NOT NULL CHECK (algorithm IN ('rsa', 'ed25519')),
  public_key text NOT NULL,
  private_key_sealed bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, domain, key_set, algorithm),
  FOREIGN KEY (account_id, domain) REFERENCES domains (account_id, name) ON DELETE CASCADE
);

-- The history of a domain, written in the transaction of each change. It stays when the domain is removed.
CREATE TABLE domain_events (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  id uuid NOT NULL,
  domain text NOT NULL,
  type text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (account_id, id)
);
CREATE INDEX domain_events_of_domain ON domain_events (account_id, domain, id);
-- Cleanup deletes the oldest rows of all accounts at once. BRIN suffices, because rows are inserted roughly in the order of their
-- ids.
CREATE INDEX domain_events_age ON domain_events USING brin (id);

-- DMARC and TLS reports about a domain's mail (RFC 7489 appendix C, RFC 8460), so that each is counted once. Anyone can send a
-- report, so its content is unverified.
CREATE TABLE domain_reports (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  domain text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('dmarc', 'tls')),
  reporter text NOT NULL,
  report_id text NOT NULL,
  ends_at timestamptz NOT NULL,
  inbound_id uuid NOT NULL,
  PRIMARY KEY (account_id, domain, kind, reporter, report_id)
);
CREATE INDEX domain_reports_age ON domain_reports (ends_at);

-- Sums of the reports. source: the sending address (dmarc), or the policy that applied (tls). passed: DKIM or SPF was aligned
-- (dmarc); the session was encrypted as the policy requires (tls). failure: the most frequent failure in the last report that had
-- any.
CREATE TABLE domain_report_days (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  domain text NOT NULL,
  day date NOT NULL,
  kind text NOT NULL CHECK (kind IN ('dmarc', 'tls')),
  source text NOT NULL,
  messages bigint NOT NULL,
  passed bigint NOT NULL,
  dkim_passed bigint NOT NULL,
  spf_passed bigint NOT NULL,
  quarantined bigint NOT NULL,
  rejected bigint NOT NULL,
  failure text,
  PRIMARY KEY (account_id, domain, day, kind, source)
);
CREATE INDEX domain_report_days_age ON domain_report_days (day);
