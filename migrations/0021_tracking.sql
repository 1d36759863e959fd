-- Tracking of opens and clicks: what is tracked, on which hosts, and the hits on their way into engagements.

-- What is tracked in the email, fixed when it was accepted, so that each rendering has the same links: {"opens", "clicks", "host"}.
-- Null: nothing.
ALTER TABLE emails ADD COLUMN tracking jsonb;

-- Only src/features/tracking writes the tables below.
-- address, agent: how much of them is stored with an engagement. network: a /24 or /48. family: the name of the program.
-- links_stopped_at: the operator stopped the links of this account; they show a page instead of redirecting.
CREATE TABLE tracking_settings (
  account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  opens boolean NOT NULL DEFAULT false,
  clicks boolean NOT NULL DEFAULT false,
  address text NOT NULL DEFAULT 'network' CHECK (address IN ('full', 'network', 'none')),
  agent text NOT NULL DEFAULT 'family' CHECK (agent IN ('full', 'family', 'none')),
  links_stopped_at timestamptz
);
CREATE INDEX tracking_settings_stopped ON tracking_settings (account_id) WHERE links_stopped_at IS NOT NULL;

-- opens, clicks: null means as in the account.
-- host: the tracking host that was checked; another one than that of the domain now is to be checked. verified_at: since when requests to
-- it reach this instance over https; null: new mail does not use it. broken_at, problem: since when it does not work, and why.
CREATE TABLE tracking_domains (
  account_id uuid NOT NULL,
  domain text NOT NULL,
  opens boolean,
  clicks boolean,
  host text,
  verified_at timestamptz,
  broken_at timestamptz,
  problem text,
  checked_at timestamptz,
  check_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, domain),
  FOREIGN KEY (account_id, domain) REFERENCES domains (account_id, name) ON DELETE CASCADE
);
CREATE INDEX tracking_domains_by_host ON tracking_domains (host) WHERE host IS NOT NULL;
-- Few domains have a tracking host, and checks look for them.
CREATE INDEX domains_with_tracking_host ON domains (account_id, name) WHERE tracking_host IS NOT NULL;

-- Certificates of tracking hosts, by ACME (RFC 8555). The private keys are sealed with the instance's secret key.
CREATE TABLE tracking_certificates (
  host text PRIMARY KEY,
  chain text,
  private_key_sealed bytea,
  expires_at timestamptz,
  problem text,
  -- When it is ordered or renewed next.
  due_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX tracking_certificates_due ON tracking_certificates (due_at);

-- The account at the certificate authority. directory: the authority's URL.
CREATE TABLE acme_accounts (
  directory text PRIMARY KEY,
  private_key_sealed bytea NOT NULL,
  url text
);

-- Responses to HTTP-01 challenges (RFC 8555 §8.3), which any node may be asked for.
CREATE TABLE acme_challenges (
  token text PRIMARY KEY,
  response text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Finds evidence that is older than its account keeps it. An account that stores none does not pay for it.
CREATE INDEX engagements_with_evidence ON engagements (account_id, id) WHERE network IS NOT NULL OR agent IS NOT NULL;

-- Hits that are in engagements already, by the journal on the disk that has them: the numbers of its lines. Written in the transaction
-- that stores the engagements, so that a journal that is read again stores nothing twice.
CREATE TABLE engagement_journals (
  id uuid PRIMARY KEY,
  done int8multirange NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);
