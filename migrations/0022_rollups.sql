-- Roll-ups: counts of what happened to mail, in buckets of 15 minutes and of an hour, so that a chart of months reads thousands of rows
-- and not the events (docs/decisions/0068-roll-ups.md). The follower `rollups` writes all tables but acceptances.

-- Emails that are stored and not counted yet. A row is written in the statement that stores its emails, and removed in the transaction that
-- counts them, so each email is counted once, in whatever order the transactions commit.
-- email_ids: these emails. Otherwise the emails after after_id, up to up_to_id: those that were stored before this migration.
CREATE TABLE acceptances (
  account_id uuid NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  email_ids uuid[],
  after_id uuid,
  up_to_id uuid,
  PRIMARY KEY (account_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
CREATE INDEX acceptances_in_order ON acceptances (id);

CREATE OR REPLACE FUNCTION count_accepted_emails() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_daily_count(account_id, day, 'accepted', n) FROM (
    SELECT account_id, (created_at AT TIME ZONE 'UTC')::date AS day, count(*) AS n FROM added GROUP BY 1, 2
  ) per_day;
  INSERT INTO acceptances (account_id, email_ids) SELECT account_id, array_agg(id) FROM added GROUP BY account_id;
  RETURN NULL;
END
$$;

-- Emails are not stored meanwhile, so that each is either in `added` of the new function or older than this statement. An id is made
-- shortly before its email is stored; ids of the last minute are listed, because an email with such an id may still be stored.
LOCK TABLE emails IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO acceptances (account_id, after_id, up_to_id)
  SELECT id, '00000000-0000-0000-0000-000000000000', event_id(now() - interval '1 minute', decode(repeat('00', 16), 'hex')) FROM accounts;
INSERT INTO acceptances (account_id, email_ids)
  SELECT e.account_id, array_agg(e.id) FROM accounts a JOIN emails e ON e.account_id = a.id
  WHERE e.id > event_id(now() - interval '1 minute', decode(repeat('00', 16), 'hex')) GROUP BY e.account_id;

-- Facts that are counted together. kind: `all`: all mail of the account. `combination`: mail with these five values; together these series are all
-- mail, too. `tag`: mail with this tag; an email is in the series of each of its tags. An empty value: it has none, or it is not known yet.
CREATE TABLE count_series (
  account_id uuid NOT NULL,
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('all', 'combination', 'tag')),
  domain text NOT NULL,
  stream text NOT NULL,
  key_id integer NOT NULL,
  provider text NOT NULL,
  route text NOT NULL,
  tag_name text NOT NULL,
  tag_value text NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX count_series_by_values ON count_series (account_id, kind, domain, stream, key_id, provider, route, tag_name, tag_value);

-- step: the length of the bucket in minutes, 15 or 60. Buckets of 15 minutes serve time zones such as Asia/Kathmandu (+05:45), and are kept
-- for 90 days.
-- type: an event type; accepted (emails) and recipients (of accepted emails); outcome_…: recipients by the time at which their email was
-- accepted, not by that of the event.
-- detail: the reason of bounced and deferred; the actor of engagements; otherwise empty.
-- The count is in no index, so that an update stays on its page (HOT); fillfactor leaves room for it.
CREATE TABLE counts (
  account_id uuid NOT NULL,
  series_id integer NOT NULL,
  step smallint NOT NULL,
  bucket_at timestamptz NOT NULL,
  type text NOT NULL,
  detail text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (account_id, series_id, step, bucket_at, type, detail)
) WITH (fillfactor = 70);

-- Deliveries by the time from acceptance, or from the scheduled time, to delivery. bin: 4 for each doubling of milliseconds, so that a
-- percentile is within 10 % of the exact one.
CREATE TABLE latencies (
  account_id uuid NOT NULL,
  series_id integer NOT NULL,
  step smallint NOT NULL,
  bucket_at timestamptz NOT NULL,
  bin smallint NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (account_id, series_id, step, bucket_at, bin)
) WITH (fillfactor = 70);

-- The first open and click of each recipient, so that unique opens and clicks are exact. actor: `human` or `any`.
CREATE TABLE engagement_firsts (
  account_id uuid NOT NULL,
  email_id uuid NOT NULL,
  position smallint NOT NULL,
  kind text NOT NULL,
  actor text NOT NULL,
  PRIMARY KEY (account_id, email_id, position, kind, actor)
);
