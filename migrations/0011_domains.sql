-- Which secret key the nodes of this database have (src/platform/secrets). One row.
CREATE TABLE instance_key (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  fingerprint text NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT now()
);

-- Any account may claim a domain; one at a time holds it: the one that was verified, by a TXT record with its token or by
-- the operator. What was listed before this table knew proof was listed by the operator.
-- findings: what the DNS said of each record when it last said anything; warnings: sentences.
-- revision: a check or a change that began before another one ended counts for nothing.
ALTER TABLE domains
  DROP CONSTRAINT domains_name_key,
  ADD token text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', ''),
  ADD verified_at timestamptz,
  ADD verified_by text CHECK (verified_by IN ('dns', 'operator')),
  ADD proof_missing_since timestamptz,
  ADD return_path text NOT NULL DEFAULT 'bounce',
  ADD tracking_host text,
  ADD active_slot smallint NOT NULL DEFAULT 1 CHECK (active_slot IN (1, 2)),
  ADD rotated_at timestamptz,
  ADD rotate_every_days integer CHECK (rotate_every_days > 0),
  ADD findings jsonb NOT NULL DEFAULT '{}',
  ADD warnings text[] NOT NULL DEFAULT '{}',
  ADD checked_at timestamptz,
  ADD check_at timestamptz NOT NULL DEFAULT now(),
  ADD revision integer NOT NULL DEFAULT 0,
  ADD CHECK ((verified_at IS NULL) = (verified_by IS NULL));
UPDATE domains SET verified_at = created_at, verified_by = 'operator';
CREATE UNIQUE INDEX domains_holder ON domains (name) WHERE verified_at IS NOT NULL;
CREATE INDEX domains_by_name ON domains (name);
CREATE INDEX domains_due ON domains (check_at);

-- The private halves are sealed with the instance's secret key. Mail is signed with those of the active slot; those of the
-- other are published already, so that a rotation needs no new DNS.
CREATE TABLE domain_keys (
  account_id uuid NOT NULL,
  domain text NOT NULL,
  slot smallint NOT NULL CHECK (slot IN (1, 2)),
  algorithm text NOT NULL CHECK (algorithm IN ('rsa', 'ed25519')),
  public_key text NOT NULL,
  private_key_sealed bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, domain, slot, algorithm),
  FOREIGN KEY (account_id, domain) REFERENCES domains (account_id, name) ON DELETE CASCADE
);

-- What happened to a domain, in the transaction in which it did. Stays when the domain goes.
CREATE TABLE domain_events (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  id uuid NOT NULL,
  domain text NOT NULL,
  type text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (account_id, id)
);
CREATE INDEX domain_events_of_domain ON domain_events (account_id, domain, id);
-- Rows are written in about the order of their ids, and the oldest are removed for all accounts at once.
CREATE INDEX domain_events_age ON domain_events USING brin (id);
