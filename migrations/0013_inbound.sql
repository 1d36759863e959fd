-- What comes back: bounces, complaints, reports.

-- Names an account in return paths, which have room for few bytes.
ALTER TABLE accounts ADD COLUMN number integer GENERATED ALWAYS AS IDENTITY UNIQUE;

-- Messages that other servers handed to us, stored before their 250 and read after it. No tenant's: whom a message concerns is
-- known only when its addresses have been read, and some concern the operator alone. raw: the beginning, where the whole is not
-- needed. due_at: when it is to be read (again, should its reader be lost); null once outcomes says, for each of recipients, what
-- came of it.
CREATE TABLE inbound_messages (
  id uuid PRIMARY KEY,
  raw bytea NOT NULL,
  size_bytes integer NOT NULL,
  envelope_from text NOT NULL,
  recipients text[] NOT NULL,
  client_ip text NOT NULL,
  helo text NOT NULL,
  due_at timestamptz DEFAULT now(),
  attempts smallint NOT NULL DEFAULT 0,
  outcomes text[],
  -- Who vouches for a complaint (SPF, DKIM).
  authentication jsonb
);
CREATE INDEX inbound_messages_due ON inbound_messages (due_at) WHERE due_at IS NOT NULL;

-- Reports of receivers about a domain's mail (RFC 7489 appendix C, RFC 8460), so that each counts once. What they say is an
-- outsider's word.
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

-- Their sums. source: the address that sent (dmarc), or the policy that applied (tls). passed: DKIM or SPF was aligned (dmarc),
-- the session was encrypted as the policy wants (tls).
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
  -- The commonest of the last report that had some.
  failure text,
  PRIMARY KEY (account_id, domain, day, kind, source)
);
CREATE INDEX domain_report_days_age ON domain_report_days (day);
