-- The source of an unsubscribe that is kept beside another reason (docs/decisions/0076-evidence-of-recipients.md).

-- unsubscribed_source: where the unsubscribe came from; null: unknown. A recipient's own request replaces that of an import, a key or a
-- user, so that the removal of an import leaves it alone. source: `unknown` once only such an unsubscribe is left.
ALTER TABLE suppressions ADD COLUMN unsubscribed_source text,
  DROP CONSTRAINT suppressions_source_check,
  ADD CONSTRAINT suppressions_source_check CHECK (source IN ('email', 'link', 'key', 'user', 'import', 'unknown'));
ALTER TABLE removed_suppressions ADD COLUMN unsubscribed_source text;
UPDATE suppressions SET unsubscribed_source = source WHERE reason = 'unsubscribe';
UPDATE removed_suppressions SET unsubscribed_source = source WHERE reason = 'unsubscribe';

-- As before; of two equal reasons, the one that came from the recipient or its server is stronger, because it is evidence.
CREATE FUNCTION suppression_strength(reason text, expires_at timestamptz, source text) RETURNS float8[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT suppression_strength(reason, expires_at) || CASE WHEN source IN ('email', 'link') THEN 1 ELSE 0 END::float8
$$;
