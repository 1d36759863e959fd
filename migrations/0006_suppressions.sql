-- Addresses that get no mail, or no bulk mail, from an account.

-- address_key: the normalised address, equal for all spellings of it. id: gives the order of the list.
-- reason: `unsubscribe` blocks bulk mail; all other reasons block all mail. expires_at ends the suppression; null: never.
-- unsubscribed_at: kept with every reason, so that an unsubscribed address stays unsubscribed after a later bounce has expired.
-- source: where the suppression came from; source_id: the id of that email, key, person or import.
-- event_id, reply_*: the event that created the suppression, and the SMTP reply in that event, so that mistaken suppressions can
--   be found and removed.
CREATE TABLE suppressions (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  address_key text NOT NULL,
  id uuid NOT NULL,
  address text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('hard_bounce', 'complaint', 'unsubscribe', 'manual')),
  unsubscribed_at timestamptz,
  expires_at timestamptz,
  source text NOT NULL CHECK (source IN ('email', 'link', 'key', 'user', 'import')),
  source_id text,
  detail text,
  event_id uuid,
  reply_code smallint,
  reply_status text,
  reply_host text,
  reply_phase text,
  by_person_id uuid,
  by_key_id integer,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, address_key),
  CONSTRAINT unsubscribes_have_a_time CHECK (reason <> 'unsubscribe' OR (unsubscribed_at IS NOT NULL AND expires_at IS NULL))
);
-- One index for each filter of the list, in the order of the list.
CREATE UNIQUE INDEX suppressions_in_order ON suppressions (account_id, id);
CREATE INDEX suppressions_by_reason ON suppressions (account_id, reason, id);
CREATE INDEX suppressions_unsubscribed ON suppressions (account_id, id) WHERE unsubscribed_at IS NOT NULL;
CREATE INDEX suppressions_by_source ON suppressions (account_id, source, id);
CREATE INDEX suppressions_by_domain ON suppressions (account_id, (split_part(address_key, '@', -1)), id);
CREATE INDEX suppressions_by_status ON suppressions (account_id, reply_status, id) WHERE reply_status IS NOT NULL;
CREATE INDEX suppressions_by_reply ON suppressions
  USING gin (account_id, (coalesce(detail, '') || ' ' || coalesce(reply_host, '')) gin_trgm_ops);
CREATE INDEX suppressions_search ON suppressions USING gin (account_id, address_key gin_trgm_ops);
CREATE INDEX suppressions_expiry ON suppressions (expires_at) WHERE expires_at IS NOT NULL;

-- Decides which of two reasons is kept: the one that lasts longer, otherwise the more serious one. An unsubscribe never expires but
-- blocks less than any other reason; an expired reason blocks nothing. The greater array is the stronger reason.
CREATE FUNCTION suppression_strength(reason text, expires_at timestamptz) RETURNS float8[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT ARRAY[
    CASE WHEN expires_at <= now() THEN -1 WHEN reason = 'unsubscribe' THEN 0
      ELSE date_part('epoch', coalesce(expires_at, 'infinity')) END,
    array_position(ARRAY['unsubscribe', 'manual', 'hard_bounce', 'complaint'], reason)
  ]
$$;

-- Soft bounces of an address since the last delivery to it (src/features/suppressions/soft-bounces).
CREATE TABLE soft_bounces (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  address_key text NOT NULL,
  bounces integer NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, address_key)
);
CREATE INDEX soft_bounces_age ON soft_bounces (last_at);

-- The removal of all suppressions that match a filter. It is previewed first; as_of limits it to rows that were written before
-- the preview. after_id: the last processed suppression of the removal or of its undo.
CREATE TABLE suppression_removals (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  id uuid NOT NULL,
  state text NOT NULL DEFAULT 'previewed' CHECK (state IN ('previewed', 'removing', 'removed', 'restoring', 'restored')),
  filter jsonb NOT NULL,
  as_of timestamptz NOT NULL,
  matched integer NOT NULL,
  removed integer NOT NULL DEFAULT 0,
  restored integer NOT NULL DEFAULT 0,
  after_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);
CREATE INDEX suppression_removals_age ON suppression_removals (updated_at);

-- Removed suppressions as they were, so that a removal can be undone for 30 days.
CREATE TABLE removed_suppressions (
  account_id uuid NOT NULL,
  removal_id uuid NOT NULL,
  id uuid NOT NULL,
  address_key text NOT NULL,
  address text NOT NULL,
  reason text NOT NULL,
  unsubscribed_at timestamptz,
  expires_at timestamptz,
  source text NOT NULL,
  source_id text,
  detail text,
  event_id uuid,
  reply_code smallint,
  reply_status text,
  reply_host text,
  reply_phase text,
  by_person_id uuid,
  by_key_id integer,
  PRIMARY KEY (account_id, removal_id, id),
  FOREIGN KEY (account_id, removal_id) REFERENCES suppression_removals ON DELETE CASCADE
);
