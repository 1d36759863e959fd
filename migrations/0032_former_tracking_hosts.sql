-- Links in mail that was already sent lead to the host that was in use then, also after a domain has another host.
-- used_at: when a check last verified the host, and new mail could use it. Noted once a day.
CREATE TABLE tracking_hosts (
  host text NOT NULL UNIQUE,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, host)
);
INSERT INTO tracking_hosts (host, account_id, used_at)
  SELECT host, account_id, coalesce(checked_at, now()) FROM tracking_domains
  WHERE host IS NOT NULL AND (verified_at IS NOT NULL OR broken_at IS NOT NULL)
  ON CONFLICT DO NOTHING;

-- failures: failed orders since the last certificate. tried_at: the last order; accounts take turns.
ALTER TABLE tracking_certificates
  ADD COLUMN failures smallint NOT NULL DEFAULT 0,
  ADD COLUMN tried_at timestamptz;
