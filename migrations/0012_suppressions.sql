-- Addresses to which an account's mail does not go.

-- reason: `unsubscribe` keeps back bulk mail, the others all mail, until expires_at if there is one. unsubscribed_at stands beside
-- every reason, so that whoever unsubscribed stays unsubscribed when a bounce that came later has expired.
-- address_key is the address in the form in which two spellings of it are equal, id is the order of the list.
-- source: where it came from; source_id: of that email, key, user or import.
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
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, address_key),
  CONSTRAINT unsubscribes_have_a_time CHECK (reason <> 'unsubscribe' OR (unsubscribed_at IS NOT NULL AND expires_at IS NULL))
);
CREATE UNIQUE INDEX suppressions_in_order ON suppressions (account_id, id);
CREATE INDEX suppressions_by_reason ON suppressions (account_id, reason, id);
CREATE INDEX suppressions_unsubscribed ON suppressions (account_id, id) WHERE unsubscribed_at IS NOT NULL;
CREATE INDEX suppressions_search ON suppressions USING gin (account_id, address_key gin_trgm_ops);
CREATE INDEX suppressions_expiry ON suppressions (expires_at) WHERE expires_at IS NOT NULL;

-- Which of two reasons stands: the one that lasts longer, else the graver one. An unsubscribe lasts for ever, but keeps back less
-- than any other; what has expired keeps back nothing. The greater array is the stronger reason.
CREATE FUNCTION suppression_strength(reason text, expires_at timestamptz) RETURNS float8[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT ARRAY[
    CASE WHEN expires_at <= now() THEN -1 WHEN reason = 'unsubscribe' THEN 0
      ELSE date_part('epoch', coalesce(expires_at, 'infinity')) END,
    array_position(ARRAY['unsubscribe', 'manual', 'hard_bounce', 'complaint'], reason)
  ]
$$;

-- Refusals of an address that may pass, since the last delivery to it (src/features/suppressions/soft-bounces).
CREATE TABLE soft_bounces (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  address_key text NOT NULL,
  bounces integer NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, address_key)
);
CREATE INDEX soft_bounces_age ON soft_bounces (last_at);
