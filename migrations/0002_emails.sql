-- What was asked for, and what became of it. An email and its content never change after accept;
-- everything that changes is in its recipients, which are also the delivery queue.
-- No foreign keys here: accept writes these rows in one statement, and checking them would cost a third of it
-- and lock the account's row (docs/decisions/0005-no-foreign-keys-in-the-queue.md).

CREATE TABLE emails (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  message_id text NOT NULL,
  mail_from jsonb NOT NULL,
  mail_to jsonb NOT NULL,
  reply_to jsonb NOT NULL,
  subject text NOT NULL,
  api_key_id integer,
  -- The time in the id, so that a range of times is a range of ids.
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);

CREATE TABLE email_contents (
  account_id uuid NOT NULL,
  email_id uuid NOT NULL,
  html text,
  text text,
  PRIMARY KEY (account_id, email_id)
);

-- due_at is the one clock of the queue: when a worker must look at the row next. For a queued row that is at once,
-- for a deferred one its retry, for one being sent the end of the lease; it is null in a final state.
-- attempt is the fencing token: a result counts only for the attempt that it belongs to.
CREATE TABLE recipients (
  account_id uuid NOT NULL,
  email_id uuid NOT NULL,
  position smallint NOT NULL,
  address text NOT NULL,
  address_key text NOT NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'delivered', 'captured', 'deferred',
    'bounced', 'suppressed', 'canceled', 'expired', 'uncertain')),
  attempt integer NOT NULL DEFAULT 0,
  due_at timestamptz DEFAULT now(),
  expires_at timestamptz NOT NULL DEFAULT now() + interval '3 days',
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, email_id, position)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);

CREATE INDEX recipients_due ON recipients (account_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX recipients_by_state ON recipients (account_id, state, email_id);
CREATE INDEX recipients_by_address ON recipients (account_id, address_key, email_id);

CREATE TABLE events (
  account_id uuid NOT NULL,
  email_id uuid NOT NULL,
  id uuid NOT NULL,
  position smallint NOT NULL,
  attempt integer NOT NULL,
  type text NOT NULL,
  detail jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, email_id, id)
);

-- An email's status follows from its recipients' states: the worst open one, else the common final one.
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
