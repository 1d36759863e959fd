-- The instance: its secret key, metrics of its processes, alerts.

-- The fingerprint of the secret key that this database's sealed values need (src/platform/secrets). One row.
CREATE TABLE instance_key (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  fingerprint text NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT now()
);

-- Counters, summed over all processes, also those that have ended.
CREATE TABLE metric_totals (
  name text NOT NULL,
  labels text NOT NULL,
  value double precision NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (name, labels)
);

-- Live processes and their gauges, updated every few seconds.
CREATE TABLE processes (
  id uuid PRIMARY KEY,
  role text NOT NULL,
  node text NOT NULL,
  pid integer NOT NULL,
  gauges jsonb NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now()
);

-- An incident: opened when a rule finds a problem, closed when the rule has found none for a while. words: the text of the alert.
-- notified_*: when the notification channels accepted the message.
CREATE TABLE alerts (
  id uuid PRIMARY KEY,
  rule text NOT NULL,
  subject text NOT NULL DEFAULT '',
  words text NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  notified_opened_at timestamptz,
  notified_closed_at timestamptz
);
CREATE UNIQUE INDEX alerts_open ON alerts (rule, subject) WHERE closed_at IS NULL;
CREATE INDEX alerts_to_notify ON alerts (id)
  WHERE notified_opened_at IS NULL OR (closed_at IS NOT NULL AND notified_closed_at IS NULL);

-- Alert rules whose threshold differs from the default, or that are disabled.
CREATE TABLE alert_rules (
  rule text PRIMARY KEY,
  enabled boolean NOT NULL DEFAULT true,
  threshold double precision
);
