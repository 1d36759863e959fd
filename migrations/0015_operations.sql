-- What operators see and do: the queue, its pauses, figures of processes, alerts.

-- Who waits for a time: retries, schedules. Mail that goes its usual way is never in it, so the hot path does not pay for it.
CREATE INDEX recipients_sleeping ON recipients (account_id, domain, due_at)
  WHERE due_at IS NOT NULL AND NOT ready AND state IN ('queued', 'deferred', 'uncertain');
-- Uncertain mail that nobody tries any more: a person may decide.
CREATE INDEX recipients_held ON recipients (updated_at) WHERE state = 'uncertain' AND due_at IS NULL;

-- Mail that workers leave in the queue. account_id: the nil UUID is all accounts. target: all mail, that to a domain, or that to all
-- domains of an operator (destination). kind: `hold` is what somebody has to look at before it goes. What the operator of the
-- instance has paused no account lets go on.
CREATE TABLE queue_pauses (
  account_id uuid NOT NULL,
  target text NOT NULL CHECK (target IN ('all', 'domain', 'destination')),
  name text NOT NULL DEFAULT '',
  by_operator boolean NOT NULL,
  kind text NOT NULL CHECK (kind IN ('pause', 'hold')),
  reason text,
  user_id uuid,
  ends_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, target, name, by_operator),
  CONSTRAINT all_has_no_name CHECK ((target = 'all') = (name = ''))
);

-- What became of attempts in a minute, by destination: the rate of the queue page, and bounce spikes. Kept for an hour or two.
CREATE TABLE queue_minutes (
  account_id uuid NOT NULL,
  domain text NOT NULL,
  minute timestamptz NOT NULL,
  delivered integer NOT NULL DEFAULT 0,
  deferred integer NOT NULL DEFAULT 0,
  bounced integer NOT NULL DEFAULT 0,
  other integer NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, domain, minute)
);
CREATE INDEX queue_minutes_in_order ON queue_minutes (minute, domain);

-- Counters of all processes that ever were, and what each living process says of itself every few seconds.
CREATE TABLE metric_totals (
  name text NOT NULL,
  labels text NOT NULL,
  value double precision NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (name, labels)
);
CREATE TABLE processes (
  id uuid PRIMARY KEY,
  role text NOT NULL,
  node text NOT NULL,
  pid integer NOT NULL,
  gauges jsonb NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now()
);

-- An incident: opened when a rule finds something, closed when it has found nothing for a while. told_*: who was told has been told.
CREATE TABLE alerts (
  id uuid PRIMARY KEY,
  rule text NOT NULL,
  subject text NOT NULL DEFAULT '',
  words text NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  told_opened_at timestamptz,
  told_closed_at timestamptz
);
CREATE UNIQUE INDEX alerts_open ON alerts (rule, subject) WHERE closed_at IS NULL;
CREATE INDEX alerts_untold ON alerts (id) WHERE told_opened_at IS NULL OR (closed_at IS NOT NULL AND told_closed_at IS NULL);

-- Where the operator wants another threshold than the usual one, or no alert.
CREATE TABLE alert_rules (
  rule text PRIMARY KEY,
  enabled boolean NOT NULL DEFAULT true,
  threshold double precision
);
