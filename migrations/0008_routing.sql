-- How mail leaves: relays, pools of source addresses, and the rules that choose among them. Rows of the whole instance have the
-- nil UUID as their account and are managed by operators; therefore account_id is not a foreign key.

-- url: without the password, which is sealed with the instance's secret key. revision: counts changes of the settings.
-- state to last_success_at: the relay's health, shared by all workers. `open` and `auth_failed` block it until retry_at, when one
--   message probes it. failures: number of failures in a row; each makes the next block longer.
-- max_connections: null if the workers find out how many connections the relay takes.
-- tested_at, test_error: the last test; null until one ran with the present settings, and null if it succeeded.
CREATE TABLE relays (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('smtp', 'ses')),
  url text NOT NULL,
  secret_sealed bytea,
  weight integer NOT NULL CHECK (weight BETWEEN 1 AND 1000),
  rate_per_second integer CHECK (rate_per_second BETWEEN 1 AND 100000),
  max_connections integer CHECK (max_connections BETWEEN 1 AND 100),
  enabled boolean NOT NULL,
  revision integer NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'closed' CHECK (state IN ('closed', 'open', 'auth_failed')),
  failures integer NOT NULL DEFAULT 0,
  retry_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  last_success_at timestamptz,
  tested_at timestamptz,
  test_error text,
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX relays_by_name ON relays (account_id, lower(name));
CREATE INDEX relays_not_closed ON relays (id) WHERE state <> 'closed';

-- Source addresses of this instance for direct delivery. sources: an array of {address, helo_name, started_on}; started_on is the
-- first day of the warm-up.
CREATE TABLE pools (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  sources jsonb NOT NULL CHECK (jsonb_typeof(sources) = 'array'),
  revision integer NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX pools_by_name ON pools (account_id, lower(name));

-- The first rule of an account whose conditions all match is applied; a null condition always matches.
-- recipient_domain: a leading `*.` means its subdomains. of_account_id: the sending account; a condition that only the instance's
--   rules have.
-- spread: how the relays in relay_ids share the mail.
CREATE TABLE routing_rules (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  position integer NOT NULL,
  name text NOT NULL,
  enabled boolean NOT NULL,
  of_account_id uuid,
  from_domain text,
  tag_name text,
  tag_value text,
  stream text CHECK (stream IN ('transactional', 'bulk')),
  recipient_domain text,
  action text NOT NULL CHECK (action IN ('direct', 'relay', 'hold')),
  relay_ids uuid[] NOT NULL DEFAULT '{}',
  spread text NOT NULL DEFAULT 'order' CHECK (spread IN ('order', 'weight')),
  pool_id uuid,
  revision integer NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id),
  CHECK ((action = 'relay') = (cardinality(relay_ids) > 0)),
  CHECK (pool_id IS NULL OR action = 'direct'),
  CHECK (tag_value IS NULL OR tag_name IS NOT NULL)
);
CREATE INDEX routing_rules_in_order ON routing_rules (account_id, position, id);

-- How this instance delivers mail, as a history: the row with the latest time that has come is in force. Mail keeps to the mode in which
-- it was accepted, so test mail is never sent (docs/decisions/0058-delivery-mode.md). The table is small: one row for each switch.
-- since: a few seconds after the row is committed, so that all processes know it before it is in force.
-- relay_id: the relay of the instance that mail is sent through; null for the one of SMTP_RELAY_URL, or for the first of the instance.
-- set_by: `start` notes at a start that the environment has another mode than the table.
CREATE TABLE delivery_modes (
  since timestamptz PRIMARY KEY,
  mode text NOT NULL CHECK (mode IN ('capture', 'relay', 'direct')),
  relay_id uuid,
  set_by text NOT NULL CHECK (set_by IN ('dashboard', 'start')),
  CHECK (relay_id IS NULL OR mode = 'relay')
);
