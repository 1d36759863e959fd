-- The ways by which mail leaves, and the rules that choose among them. Those of the whole instance stand under the nil UUID as
-- their account, and are managed by operators alone: hence no foreign keys to accounts.

-- Who runs the instance. Self-hosted, everybody of the oldest account does besides.
ALTER TABLE users ADD COLUMN is_operator boolean NOT NULL DEFAULT false;

-- url holds no password: that is sealed with the instance's secret key. revision counts changes of what stands above the health.
-- Health, which all workers share: `open` and `auth_failed` let nothing through until retry_at, when one mail is let through to see.
-- failures: in a row, with which the pauses grow.
CREATE TABLE relays (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('smtp', 'ses')),
  url text NOT NULL,
  secret_sealed bytea,
  weight integer NOT NULL CHECK (weight BETWEEN 1 AND 1000),
  rate_per_second integer CHECK (rate_per_second BETWEEN 1 AND 100000),
  max_connections integer NOT NULL CHECK (max_connections BETWEEN 1 AND 100),
  enabled boolean NOT NULL,
  revision integer NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'closed' CHECK (state IN ('closed', 'open', 'auth_failed')),
  failures integer NOT NULL DEFAULT 0,
  retry_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  last_success_at timestamptz,
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX relays_by_name ON relays (account_id, lower(name));
CREATE INDEX relays_not_closed ON relays (id) WHERE state <> 'closed';

-- Addresses of this instance's machines from which mail goes straight to its recipients' servers: sources is an array of
-- {address, helo_name, started_on}; the last begins the warm-up.
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

-- The first rule of an account whose conditions all hold decides; null is no condition. recipient_domain: `*.` in front means the
-- domains below it. of_account_id: a condition of the instance's rules. spread: how relay_ids are gone through.
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
