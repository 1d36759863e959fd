-- Emails as they were accepted. An email and its contents never change afterwards; everything that changes is in its recipients.
--
-- No foreign keys in this file and the next: one statement stores an acceptance, and checking keys would cost a third of it and
-- lock the account's row (docs/decisions/0005-no-foreign-keys-in-the-queue.md).

-- Fields are null where the request had none, so that a plain email stays small.
-- mail_to, mail_cc, mail_bcc: no address occurs twice. recipients.position numbers the addresses of all three in this order.
-- envelope_from: the return path that a submitted message asked for ('' is the null path, RFC 5321 §4.5.5); null: the address in
--   mail_from.
-- headers: [name, value] pairs. attachments: names, types and hashes; html_hash, text_hash, raw_hash: bytes in `contents`.
-- size_bytes: all contents together, before compression.
-- stream: null means transactional. on_uncertain: null means the account's setting.
-- changes: sentences that describe what SMTP submission changed in the message; null: nothing.
-- created_at: the time in the id, so that a range of times is a range of ids.
CREATE TABLE emails (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  message_id text NOT NULL,
  api_key_id integer,
  mail_from jsonb NOT NULL,
  mail_to jsonb NOT NULL,
  mail_cc jsonb,
  mail_bcc jsonb,
  reply_to jsonb NOT NULL,
  envelope_from text,
  subject text NOT NULL,
  headers jsonb,
  in_reply_to text,
  reference_ids jsonb,
  attachments jsonb,
  html_hash bytea,
  text_hash bytea,
  raw_hash bytea,
  size_bytes integer NOT NULL DEFAULT 0,
  tags jsonb,
  metadata jsonb,
  stream text CHECK (stream IN ('bulk')),
  on_uncertain text CHECK (on_uncertain IN ('retry', 'hold')),
  scheduled_at timestamptz,
  changes jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
-- Tags are found without regard to case. The account is part of the index (btree_gin), so that a search in one account does not read
-- the tags of other accounts.
CREATE INDEX emails_by_tag ON emails USING gin (account_id, (lower(tags::text)::jsonb) jsonb_path_ops) WHERE tags IS NOT NULL;

-- Bodies, attachments and submitted messages, stored once per account however many emails use them. PostgreSQL compresses them:
-- compressing small ones in the server would take longer than everything else in an accept (docs/decisions/0017-contents.md).
-- last_used_on: decides when a content is deleted (accounts.retention_days); updated at most once a day.
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
  NULL; -- PostgreSQL built without lz4 uses its default compression.
END
$$;

-- The response to a request that had an Idempotency-Key. Written in the statement that stores the emails.
CREATE TABLE idempotency_keys (
  account_id uuid NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  answer jsonb NOT NULL,
  expires_at timestamptz NOT NULL DEFAULT now() + interval '24 hours',
  PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at);

-- Recipients per UTC day, for accounts and API keys that have a limit.
CREATE TABLE quota_usage (
  account_id uuid NOT NULL,
  subject text NOT NULL,
  day date NOT NULL,
  used integer NOT NULL,
  PRIMARY KEY (account_id, subject, day)
) WITH (fillfactor = 50);

-- Called in the statement that stores the emails. Going over the limit fails that statement (SQLSTATE PH429), so that no request
-- is accepted in part.
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
