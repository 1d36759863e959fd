-- Followers of the event feed, and webhooks: the first feature that follows it.

-- A follower reads the events of an account, or of the instance, in their order and does something once for each. Only
-- src/features/followers writes this table. shard: what the follower works for, for example an account or a webhook; for the instance,
-- it is the nil UUID, and account_id is null.
-- cursor: the last event of the unbroken series of events that are done.
-- lease: the fencing token. Taking a follower increments it. A cursor is stored only if the lease is still the current one.
-- wake_at: the follower has work besides new events then, for example a retry. not_before: it is left alone until then.
CREATE TABLE followers (
  name text NOT NULL,
  shard uuid NOT NULL,
  account_id uuid REFERENCES accounts ON DELETE CASCADE,
  active boolean NOT NULL DEFAULT true,
  cursor uuid NOT NULL,
  lease integer NOT NULL DEFAULT 0,
  leased_until timestamptz,
  wake_at timestamptz,
  not_before timestamptz,
  moved_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (name, shard)
) WITH (fillfactor = 50);

-- types: the event types that are sent; empty: all. domains, tags, streams and keys limit the events to mail from these domains, with
-- one of these tags ({name, value}), of these streams, and sent with these API keys; empty: no limit.
-- actors: whether opens and clicks by programs are sent, too.
-- format: the shape of the requests' bodies. version: of the shape.
-- headers_sealed: further headers of each request, as a JSON object. They may contain passwords.
-- ordering: whether an event waits for the retries of earlier ones about the same email for a minute (subject) or until they succeed or
-- fail for good (strict).
-- secret_sealed: signs each request. previous_secrets: [{sealed, until}], newest first; these sign too, so that a receiver can change
-- its secret without missing an event.
-- failures: failed attempts since the last successful one; failing_since: the first of them.
-- disabled_reason: null while enabled.
-- loss_mailed_at: when the account's users last got a mail about events that retention removed before they were sent.
CREATE TABLE webhooks (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  id uuid NOT NULL,
  url text NOT NULL,
  description text,
  types text[] NOT NULL DEFAULT '{}',
  domains text[] NOT NULL DEFAULT '{}',
  tags jsonb NOT NULL DEFAULT '[]',
  streams text[] NOT NULL DEFAULT '{}',
  keys integer[] NOT NULL DEFAULT '{}',
  actors text NOT NULL DEFAULT 'human' CHECK (actors IN ('human', 'any')),
  format text NOT NULL DEFAULT 'posthouse' CHECK (format IN ('posthouse', 'resend', 'postmark', 'sendgrid')),
  version text NOT NULL DEFAULT 'v1' CHECK (version IN ('v1')),
  headers_sealed bytea,
  ordering text NOT NULL DEFAULT 'subject' CHECK (ordering IN ('subject', 'strict')),
  secret_sealed bytea NOT NULL,
  previous_secrets jsonb NOT NULL DEFAULT '[]',
  disabled_reason text CHECK (disabled_reason IN ('user', 'gone', 'failing')),
  failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  last_success_at timestamptz,
  loss_mailed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX webhooks_by_id ON webhooks (id);

-- Returns a time at which the first partition of a table may end: the end of the month in which a week from now lies, so that the
-- sweep has time to add the next one. src/platform/db/partitions.ts adds later months.
CREATE FUNCTION end_of_first_partition(newest uuid DEFAULT NULL) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT greatest(
    event_id((date_trunc('month', now() AT TIME ZONE 'UTC' + interval '7 days') + interval '1 month') AT TIME ZONE 'UTC',
      decode(repeat('00', 16), 'hex')),
    event_id((date_trunc('month', to_timestamp(('x' || lpad(left(replace(newest::text, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0)
      AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC',
      decode(repeat('00', 16), 'hex')))
$$;

-- One row for each event that was sent to a webhook at least once, or that must be because of a replay. Events that wait for their first
-- attempt have none: the feed is their queue. A success at the first attempt is one row with one index entry beside the BRIN, because
-- nearly all deliveries are that; the other indexes are for pending and failed ones.
-- due_at: when a pending delivery is attempted again. tries: failed attempts since the first one or the last replay; it selects the
-- delay of the retry.
-- subject: deliveries about the same email are made in order.
-- is_test: a sample that a person asked for.
-- at to response: the first attempt, if it was successful. webhook_attempts has the others.
CREATE TABLE webhook_deliveries (
  account_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event_id uuid NOT NULL,
  subject uuid NOT NULL,
  due_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  at timestamptz,
  duration_ms integer,
  attempts integer NOT NULL,
  tries smallint NOT NULL,
  status smallint,
  is_test boolean NOT NULL DEFAULT false,
  type text NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'succeeded', 'failed')),
  url text,
  format text,
  signature text,
  response text,
  PRIMARY KEY (account_id, webhook_id, event_id)
) PARTITION BY RANGE (event_id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (account_id, subject) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_unsuccessful ON webhook_deliveries (account_id, webhook_id, state, event_id) WHERE state <> 'succeeded';
-- Finds the rows of an old month that were written lately.
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries USING brin (updated_at) WITH (pages_per_range = 64, autosummarize = on);

-- Attempts that failed, and those after the first one. url, format and signature, with the event and the time, are the whole request, so
-- that it can be shown byte for byte.
-- status: of the HTTP response; null: there was none, and error says why. response: the beginning of its body.
CREATE TABLE webhook_attempts (
  account_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event_id uuid NOT NULL,
  attempt integer NOT NULL,
  at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  url text NOT NULL,
  format text NOT NULL,
  signature text NOT NULL,
  status smallint,
  response text,
  error text,
  PRIMARY KEY (account_id, webhook_id, event_id, attempt)
) PARTITION BY RANGE (event_id);
CREATE INDEX webhook_attempts_by_age ON webhook_attempts USING brin (at) WITH (pages_per_range = 64, autosummarize = on);

-- Rows of a month without a partition, and those that are still needed when their month is dropped, are in the default partitions.
DO $$
DECLARE
  parent text;
BEGIN
  FOREACH parent IN ARRAY ARRAY['webhook_deliveries', 'webhook_attempts'] LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (MINVALUE) TO (%L)', parent || '_first', parent,
      end_of_first_partition());
    EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', parent || '_default', parent);
  END LOOP;
END
$$;

-- Attempts of a webhook in a quarter of an hour, by the time within which the server responded: the numbers of its health, without
-- counting attempts.
CREATE TABLE webhook_attempt_counts (
  account_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  period timestamptz NOT NULL,
  has_succeeded boolean NOT NULL,
  within_ms integer NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (account_id, webhook_id, period, has_succeeded, within_ms)
) WITH (fillfactor = 50);
CREATE INDEX webhook_attempt_counts_by_age ON webhook_attempt_counts (period);

-- Replays of the last day, for programs that follow the feed from outside (posthouse listen). An account's replays are inserted one
-- after the other, so that none appears with a lower id than one that was read. id: microseconds since 1970, or one more than the
-- account's last id.
CREATE TABLE webhook_replays (
  account_id uuid NOT NULL,
  id bigint NOT NULL,
  event_id uuid NOT NULL,
  subject uuid NOT NULL,
  type text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);
CREATE INDEX webhook_replays_by_age ON webhook_replays (created_at);
