-- The channels (email, webhook) that were notified of the opening and of the closing of an alert, so that one that fails is tried again alone.
-- notified_opened_at, notified_closed_at: when all of them had been notified.
ALTER TABLE alerts
  ADD COLUMN opening_notified text[] NOT NULL DEFAULT '{}',
  ADD COLUMN closing_notified text[] NOT NULL DEFAULT '{}';
UPDATE alerts SET
  opening_notified = CASE WHEN notified_opened_at IS NULL THEN '{}' ELSE '{email,webhook}'::text[] END,
  closing_notified = CASE WHEN notified_closed_at IS NULL THEN '{}' ELSE '{email,webhook}'::text[] END;
DROP INDEX alerts_to_notify;
CREATE INDEX alerts_to_notify ON alerts (id)
  WHERE (closed_at IS NULL AND notified_opened_at IS NULL) OR (closed_at IS NOT NULL AND notified_closed_at IS NULL);
