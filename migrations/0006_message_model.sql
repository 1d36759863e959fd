-- The whole message: copies, headers, attachments, tags, schedules; contents stored once; keys against sending twice; quotas.

-- What was asked for beyond sender, recipients and subject. Null where it was not, so that a plain email costs what it did.
-- mail_to, mail_cc and mail_bcc name each recipient once; a recipient's position counts through them in this order.
-- headers are [name, value] pairs; attachments name their bytes by hash. envelope_from is the return path that a
-- submitted message asked for ('' is the null path, RFC 5321 §4.5.5); null is the address in mail_from.
ALTER TABLE emails
  ADD COLUMN mail_cc jsonb,
  ADD COLUMN mail_bcc jsonb,
  ADD COLUMN headers jsonb,
  ADD COLUMN in_reply_to text,
  ADD COLUMN reference_ids jsonb,
  ADD COLUMN attachments jsonb,
  ADD COLUMN tags jsonb,
  ADD COLUMN metadata jsonb,
  ADD COLUMN scheduled_at timestamptz,
  ADD COLUMN envelope_from text,
  ADD COLUMN html_hash bytea,
  ADD COLUMN text_hash bytea,
  ADD COLUMN raw_hash bytea,
  -- Of all contents together, before compression.
  ADD COLUMN size_bytes integer NOT NULL DEFAULT 0;

-- With the account in it (btree_gin), so that one account's search does not go through the tags of all.
CREATE INDEX emails_by_tag ON emails USING gin (account_id, tags jsonb_path_ops) WHERE tags IS NOT NULL;

-- Bodies, attachments and submitted messages, each stored once per account however many emails hold it. PostgreSQL compresses
-- them: on small ones our own compression costs more time than all the rest of an accept (docs/decisions/0017-contents.md).
-- last_used_on decides when a content is removed (accounts.retention_days); it is touched at most once a day.
CREATE TABLE contents (
  account_id uuid NOT NULL,
  hash bytea NOT NULL,
  bytes bytea NOT NULL,
  last_used_on date NOT NULL,
  PRIMARY KEY (account_id, hash)
);
CREATE INDEX contents_by_age ON contents (last_used_on);
DO $$
BEGIN
  ALTER TABLE contents ALTER COLUMN bytes SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
  NULL; -- A PostgreSQL that was built without lz4 compresses in its own way.
END
$$;

INSERT INTO contents (account_id, hash, bytes, last_used_on)
SELECT DISTINCT ON (c.account_id, sha256(b.bytes)) c.account_id, sha256(b.bytes), b.bytes, (e.created_at AT TIME ZONE 'UTC')::date
FROM email_contents c JOIN emails e ON e.account_id = c.account_id AND e.id = c.email_id,
  LATERAL (VALUES (convert_to(c.html, 'UTF8')), (convert_to(c.text, 'UTF8'))) b (bytes)
WHERE b.bytes IS NOT NULL
ORDER BY c.account_id, sha256(b.bytes), e.created_at DESC;
UPDATE emails e SET
  html_hash = sha256(convert_to(c.html, 'UTF8')),
  text_hash = sha256(convert_to(c.text, 'UTF8')),
  size_bytes = coalesce(octet_length(c.html), 0) + coalesce(octet_length(c.text), 0)
FROM email_contents c WHERE c.account_id = e.account_id AND c.email_id = e.id;
DROP TABLE email_contents;

ALTER TABLE accounts ADD COLUMN retention_days integer NOT NULL DEFAULT 30 CHECK (retention_days BETWEEN 1 AND 3650);

-- Events of an account in the order of their ids, for those who follow them (docs/decisions/0028-the-feed-of-events.md).
CREATE INDEX events_of_account ON events (account_id, id);
-- The few that are looked for among the many deliveries, which pay nothing for it.
CREATE INDEX events_of_type ON events (account_id, type, id)
  WHERE type IN ('bounced', 'complained', 'deferred', 'suppressed', 'canceled', 'expired', 'uncertain');

-- UUIDv7 (RFC 9562 §5.7) of a time, to the microsecond: 12 bits of what is below the millisecond, as method 3 of §6.2 has it.
-- One expression, and stable as date_part is, so that it is inlined: called, it would cost twice as much.
CREATE FUNCTION event_id(at timestamptz, random bytea) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT encode(substring(int8send((date_part('epoch', at) * 1000000)::bigint / 1000) FROM 3)
    || int2send((x'7000'::integer + (date_part('epoch', at) * 1000000)::bigint % 1000 * 4096 / 1000)::smallint)
    || substring(random FROM 9), 'hex')::uuid
$$;

-- Called by whoever writes events, once a transaction; gives the time from which their ids are made. Until the transaction
-- ends it holds a shared lock whose key says a millisecond that is not after that time, so that readers know of ids that may
-- still appear. The lock comes before the time: who is not seen holding it will write later ids.
CREATE FUNCTION begin_events() RETURNS timestamptz LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared((x'5048'::bigint << 48) + floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint);
  RETURN clock_timestamp();
END
$$;

-- No event will ever appear with an id below this one. What is below it is visible to statements that begin afterwards.
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

-- What was answered to a request that came with an Idempotency-Key. The row is written in the statement that stores the emails.
CREATE TABLE idempotency_keys (
  account_id uuid NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  answer jsonb NOT NULL,
  expires_at timestamptz NOT NULL DEFAULT now() + interval '24 hours',
  PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at);

-- Recipients of a UTC day, for accounts and API keys that have a limit. Spent in the statement that stores the emails: more than
-- the limit ends that statement (SQLSTATE PH429), so that nothing is half accepted.
CREATE TABLE quota_usage (
  account_id uuid NOT NULL,
  subject text NOT NULL,
  day date NOT NULL,
  used integer NOT NULL,
  PRIMARY KEY (account_id, subject, day)
) WITH (fillfactor = 50);

CREATE FUNCTION spend_quota(account uuid, what text, amount integer, at_most integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  total integer;
BEGIN
  INSERT INTO quota_usage AS q (account_id, subject, day, used) VALUES (account, what, (now() AT TIME ZONE 'UTC')::date, amount)
  ON CONFLICT (account_id, subject, day) DO UPDATE SET used = q.used + excluded.used
  RETURNING used INTO total;
  IF total > at_most THEN
    RAISE EXCEPTION 'over quota' USING ERRCODE = 'PH429', DETAIL = what;
  END IF;
END
$$;
