-- Recipients are the delivery queue; events are what happened to them. Only src/features/recipients writes these tables.

-- state: see docs/reference/events.md.
-- due_at: when a worker must process the row next: at once or at the scheduled time for a queued row, at the time of the retry
--   for a deferred row, at the end of the lease for a row in state sending. Null in a final state.
-- ready: a worker may claim the row now. Other open rows wait until due_at and are promoted by any worker, so that a claim never
--   reads rows that are not due (docs/decisions/0036-partitions.md).
-- lease: the fencing token. A claim increments it. A result is stored only if its lease is still the current one.
-- attempt: number of attempts with a result, as shown to users. tries: number of attempts after which the recipient stayed open;
--   it selects the next delay of retry_seconds.
-- crash_count: number of workers that crashed while they held the row and other mail, since the last attempt with a result.
-- lone_crash_count: number of workers that crashed while they held only this row's email (docs/decisions/0019-poison.md).
CREATE TABLE recipients (
  account_id uuid NOT NULL,
  email_id uuid NOT NULL,
  position smallint NOT NULL,
  address text NOT NULL,
  address_key text NOT NULL,
  domain text GENERATED ALWAYS AS (split_part(address_key, '@', -1)) STORED,
  bulk boolean NOT NULL DEFAULT false,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'delivered', 'captured', 'deferred',
    'bounced', 'suppressed', 'canceled', 'expired', 'uncertain')),
  attempt integer NOT NULL DEFAULT 0,
  tries smallint NOT NULL DEFAULT 0,
  lease integer NOT NULL DEFAULT 0,
  crash_count smallint NOT NULL DEFAULT 0,
  lone_crash_count smallint NOT NULL DEFAULT 0,
  ready boolean NOT NULL DEFAULT false,
  due_at timestamptz DEFAULT now(),
  expires_at timestamptz NOT NULL DEFAULT now() + interval '3 days',
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT ready_is_due CHECK (NOT ready OR due_at IS NOT NULL)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);

CREATE INDEX recipients_by_state ON recipients (account_id, state, email_id);
CREATE INDEX recipients_by_address ON recipients (account_id, address_key, email_id);
-- Claims walk this index partition by partition: an account's transactional or bulk mail to one domain.
CREATE INDEX recipients_ready ON recipients (account_id, bulk, domain, due_at) WHERE ready;
-- Rows to promote when they become due.
CREATE INDEX recipients_to_promote ON recipients (due_at) WHERE due_at IS NOT NULL AND NOT ready;
CREATE INDEX recipients_crashed ON recipients (due_at) WHERE crash_count > 0;
-- Scheduled and deferred mail, for the queue page. Mail that is sent at once is never in this index, so the hot path does not pay
-- for it.
CREATE INDEX recipients_waiting ON recipients (account_id, domain, due_at)
  WHERE due_at IS NOT NULL AND NOT ready AND state IN ('queued', 'deferred', 'uncertain');
-- Uncertain recipients that are not retried, for a person to decide.
CREATE INDEX recipients_uncertain ON recipients (updated_at) WHERE state = 'uncertain' AND due_at IS NULL;
-- The key comes last. While PostgreSQL has no statistics about a new queue, every index that begins with the account looks
-- equally cheap to the planner, and it uses the newest. With recipients_by_address it would read the account's whole queue for
-- each row.
CREATE UNIQUE INDEX recipients_by_key ON recipients (account_id, email_id, position);
ALTER TABLE recipients ADD CONSTRAINT recipients_pkey PRIMARY KEY USING INDEX recipients_by_key;

-- type: the state that the recipient entered, or a later fact such as `complained` (docs/reference/events.md).
-- transcript: the SMTP session as text, for display (RFC 5321 §3.1); null if there was none.
CREATE TABLE events (
  account_id uuid NOT NULL,
  email_id uuid NOT NULL,
  id uuid NOT NULL,
  position smallint NOT NULL,
  attempt integer NOT NULL,
  type text NOT NULL,
  detail jsonb NOT NULL,
  transcript text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, email_id, id)
);
-- The event feed of an account, in the order of ids (docs/decisions/0028-the-feed-of-events.md).
CREATE INDEX events_of_account ON events (account_id, id);
-- Finds events of rare types. Deliveries are not in this index, so they do not pay for it.
CREATE INDEX events_of_type ON events (account_id, type, id)
  WHERE type IN ('bounced', 'complained', 'deferred', 'suppressed', 'canceled', 'expired', 'uncertain');
-- Finds the emails that recipients reported as spam, newest first, and whether a listed email is one of them. Spam reports are rare,
-- so other events do not pay for this index.
CREATE INDEX events_complained ON events (account_id, email_id) WHERE type = 'complained';
-- Finds transcripts that are older than the account's retention.
CREATE INDEX events_with_transcript ON events (account_id, created_at) WHERE transcript IS NOT NULL;

-- Returns the UUIDv7 (RFC 9562 §5.7) of a time, with microsecond precision: 12 bits hold the fraction of the millisecond (RFC
-- 9562 §6.2, method 3). The body is a single stable expression, so that PostgreSQL inlines it; a function call would cost twice
-- as much.
CREATE FUNCTION event_id(at timestamptz, random bytea) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT encode(substring(int8send((date_part('epoch', at) * 1000000)::bigint / 1000) FROM 3)
    || int2send((x'7000'::integer + (date_part('epoch', at) * 1000000)::bigint % 1000 * 4096 / 1000)::smallint)
    || substring(random FROM 9), 'hex')::uuid
$$;

-- Called once in each transaction that writes events; returns the time from which their ids are made. The transaction holds a
-- shared advisory lock whose key is a millisecond at or before that time, so that readers know which ids may still appear. The
-- lock is taken before the clock is read, so a writer whose lock a reader does not see yet will write later ids.
CREATE FUNCTION begin_events() RETURNS timestamptz LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared((x'5048'::bigint << 48) + floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint);
  RETURN clock_timestamp();
END
$$;

-- Returns an id below which no new event will appear. All events below it are visible to statements that begin after the call.
CREATE FUNCTION end_of_settled_events() RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  now_at timestamptz := clock_timestamp();
  oldest_ms bigint;
BEGIN
  SELECT min(((classid::bigint & 65535) << 32) + objid::bigint) INTO oldest_ms FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint >> 16 = x'5048'::bigint
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database());
  RETURN event_id(least(now_at, to_timestamp(oldest_ms / 1000.0)), decode(repeat('00', 16), 'hex'));
END
$$;

-- An email's status follows from its recipients' states: the most urgent open state; otherwise the final state that all
-- recipients share; otherwise partially_delivered.
CREATE FUNCTION email_status(states text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN 'uncertain' = ANY (states) THEN 'uncertain'
    WHEN 'deferred' = ANY (states) THEN 'deferred'
    WHEN 'sending' = ANY (states) THEN 'sending'
    WHEN 'queued' = ANY (states) THEN 'queued'
    WHEN states[1] = ALL (states) THEN states[1]
    ELSE 'partially_delivered'
  END
$$;

-- Accepted emails, and events by type, per account and UTC day. Triggers update the counts in the statements that store emails
-- and events, because counting a million rows for each view of the overview takes half a second. A count is the sum over its
-- slots. A statement adds to a slot that no other transaction is writing, or creates a new one, so that writers never wait for
-- each other's commit. There is no foreign key, as in emails.
CREATE TABLE daily_counts (
  account_id uuid NOT NULL,
  day date NOT NULL,
  type text NOT NULL,
  slot bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  count bigint NOT NULL,
  PRIMARY KEY (account_id, day, type, slot)
) WITH (fillfactor = 50);

CREATE FUNCTION add_to_daily_count(account uuid, at_day date, what text, added bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  free_slot bigint;
BEGIN
  SELECT slot INTO free_slot FROM daily_counts WHERE account_id = account AND day = at_day AND type = what
  ORDER BY slot LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF FOUND THEN
    UPDATE daily_counts SET count = count + added
    WHERE account_id = account AND day = at_day AND type = what AND slot = free_slot;
  ELSE
    INSERT INTO daily_counts (account_id, day, type, count) VALUES (account, at_day, what, added);
  END IF;
END
$$;

CREATE FUNCTION count_accepted_emails() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_daily_count(account_id, day, 'accepted', n) FROM (
    SELECT account_id, (created_at AT TIME ZONE 'UTC')::date AS day, count(*) AS n FROM added GROUP BY 1, 2
  ) per_day;
  RETURN NULL;
END
$$;
CREATE TRIGGER emails_accepted AFTER INSERT ON emails REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_accepted_emails();

CREATE FUNCTION count_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_daily_count(account_id, day, type, n) FROM (
    SELECT account_id, (created_at AT TIME ZONE 'UTC')::date AS day, type, count(*) AS n FROM added GROUP BY 1, 2, 3
  ) per_day;
  RETURN NULL;
END
$$;
CREATE TRIGGER events_recorded AFTER INSERT ON events REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_events();
