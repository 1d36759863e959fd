-- Each suppression names the event that made it and the reply in that event, so that mistakes can be found and undone.

ALTER TABLE suppressions
  ADD COLUMN event_id uuid,
  ADD COLUMN reply_code smallint,
  ADD COLUMN reply_status text,
  ADD COLUMN reply_host text,
  ADD COLUMN reply_phase text,
  ADD COLUMN by_user_id uuid,
  ADD COLUMN by_key_id integer;

-- Existing rows: the last event of that email and recipient that could have made the row. Events that retention has deleted leave
-- null.
UPDATE suppressions s SET event_id = made.id,
  reply_code = CASE WHEN made.detail->>'code' ~ '^[2-5][0-9]{2}$' THEN (made.detail->>'code')::smallint END,
  reply_status = substring(made.detail->>'enhanced' FROM '^[245]\.[0-9]{1,3}\.[0-9]{1,3}$'),
  reply_host = left(made.detail->>'host', 255), reply_phase = left(made.detail->>'phase', 32)
FROM (
  SELECT f.account_id, f.address_key, e.id, e.detail
  FROM suppressions f
  JOIN recipients r ON r.account_id = f.account_id AND r.address_key = f.address_key AND r.email_id::text = f.source_id
  CROSS JOIN LATERAL (
    SELECT e.id, e.detail FROM events e
    WHERE e.account_id = r.account_id AND e.email_id = r.email_id AND e.position = r.position
      AND e.type = ANY (CASE f.reason WHEN 'complaint' THEN ARRAY['complained'] ELSE ARRAY['bounced', 'expired'] END)
    ORDER BY e.id DESC LIMIT 1
  ) e
  WHERE f.source = 'email' AND f.reason IN ('hard_bounce', 'complaint')
) made
WHERE s.account_id = made.account_id AND s.address_key = made.address_key;

-- Where the event is gone or never was (imports), the text of the reply often begins with its status.
UPDATE suppressions SET reply_code = substring(detail FROM '^([245][0-9]{2})[ -]')::smallint,
  reply_status = substring(detail FROM '^[245][0-9]{2}[ -]([245]\.[0-9]{1,3}\.[0-9]{1,3})(?![0-9.])')
WHERE reply_code IS NULL AND detail ~ '^[245][0-9]{2}[ -]';

-- Who imported: the audit log names the import.
UPDATE suppressions s SET by_user_id = a.user_id, by_key_id = a.by_key_id
FROM audit_events a
WHERE s.source = 'import' AND a.account_id = s.account_id AND a.action = 'suppressions.imported'
  AND a.detail->>'import_id' = s.source_id;

-- One index for each filter, in the order of the list.
CREATE INDEX suppressions_by_source ON suppressions (account_id, source, id);
CREATE INDEX suppressions_by_domain ON suppressions (account_id, (split_part(address_key, '@', -1)), id);
CREATE INDEX suppressions_by_status ON suppressions (account_id, reply_status, id) WHERE reply_status IS NOT NULL;
CREATE INDEX suppressions_by_reply ON suppressions
  USING gin (account_id, (coalesce(detail, '') || ' ' || coalesce(reply_host, '')) gin_trgm_ops);

-- A removal of all suppressions that match a filter. It is previewed first; as_of bounds what it may remove to rows that were
-- written before the preview. after_id is how far the run, or the undo, has come.
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

-- What a removal has removed, as it was, so that it can be undone for 30 days.
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
  by_user_id uuid,
  by_key_id integer,
  PRIMARY KEY (account_id, removal_id, id),
  FOREIGN KEY (account_id, removal_id) REFERENCES suppression_removals ON DELETE CASCADE
);
