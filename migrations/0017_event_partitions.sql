-- Events are stored by month, so that old months can be dropped (docs/decisions/0064-followers.md). The existing table becomes the first
-- partition, without a copy of its rows. src/platform/db/partitions.ts adds later months.

ALTER TABLE events RENAME TO events_first;
DROP TRIGGER events_recorded ON events_first;
ALTER INDEX events_pkey RENAME TO events_first_pkey;
ALTER INDEX events_of_account RENAME TO events_first_of_account;
ALTER INDEX events_of_type RENAME TO events_first_of_type;
ALTER INDEX events_complained RENAME TO events_first_complained;
ALTER INDEX events_with_transcript RENAME TO events_first_with_transcript;

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
) PARTITION BY RANGE (id);
-- The indexes of the first partition are attached to these, so none is built again (0004_recipients.sql explains them).
CREATE INDEX events_of_account ON events (account_id, id);
CREATE INDEX events_of_type ON events (account_id, type, id)
  WHERE type IN ('bounced', 'complained', 'deferred', 'suppressed', 'canceled', 'expired', 'uncertain');
CREATE INDEX events_complained ON events (account_id, email_id) WHERE type = 'complained';
CREATE INDEX events_with_transcript ON events (account_id, created_at) WHERE transcript IS NOT NULL;
-- For followers of the whole instance. Rows are inserted roughly in the order of their ids, so a BRIN suffices. autosummarize: pages
-- without a summary are read by each query, and a vacuum would come only after millions of rows.
CREATE INDEX events_in_order ON events USING brin (id) WITH (pages_per_range = 32, autosummarize = on);
-- A transition table has the rows of all partitions.
CREATE TRIGGER events_recorded AFTER INSERT ON events REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_events();

-- A clock that was once wrong may have created an id in the future, so the newest event counts too.
DO $$
DECLARE
  ends_at uuid := end_of_first_partition((
    SELECT newest.id FROM accounts a
    CROSS JOIN LATERAL (SELECT id FROM events_first WHERE account_id = a.id ORDER BY id DESC LIMIT 1) newest
    ORDER BY newest.id DESC LIMIT 1));
BEGIN
  -- ATTACH need not read the rows again, because the constraint shows that they fit.
  EXECUTE format('ALTER TABLE events_first ADD CONSTRAINT in_range CHECK (id < %L) NOT VALID', ends_at);
  ALTER TABLE events_first VALIDATE CONSTRAINT in_range;
  EXECUTE format('ALTER TABLE events ATTACH PARTITION events_first FOR VALUES FROM (MINVALUE) TO (%L)', ends_at);
  ALTER TABLE events_first DROP CONSTRAINT in_range;
END
$$;
-- Rows for which no month exists: an insertion never fails because the sweep has not run.
CREATE TABLE events_default PARTITION OF events DEFAULT;
