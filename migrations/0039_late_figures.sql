-- Figures of facts that arrive late.

-- Retention may have deleted the event of a delivery before its email bounces. The recipient keeps the time of the delivery, so that the
-- delivery is still taken back on its day (docs/decisions/0075-late-bounces.md).
CREATE OR REPLACE FUNCTION count_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_daily_count(account_id, day, type, n) FROM (
    SELECT account_id, (created_at AT TIME ZONE 'UTC')::date AS day, type, count(*) AS n FROM added
    WHERE type NOT IN ('queued', 'scheduled') AND NOT detail ? 'further' GROUP BY 1, 2, 3
    UNION ALL
    SELECT a.account_id, (d.delivered_at AT TIME ZONE 'UTC')::date, 'delivered', -count(*)
    FROM added a CROSS JOIN LATERAL (
      SELECT coalesce(
        (SELECT v.created_at FROM events v
         WHERE v.account_id = a.account_id AND v.email_id = a.email_id AND v.position = a.position AND v.type = 'delivered' AND v.id < a.id
         ORDER BY v.id DESC LIMIT 1),
        (SELECT r.updated_at FROM recipients r
         WHERE r.account_id = a.account_id AND r.email_id = a.email_id AND r.position = a.position)) AS delivered_at
    ) d
    WHERE a.type = 'bounced' AND a.detail->'late' = 'true' AND NOT a.detail ? 'further' AND d.delivered_at IS NOT NULL GROUP BY 1, 2, 3
  ) per_day;
  RETURN NULL;
END
$$;

-- created_at: the time of the first open or click, so that an earlier one that is stored later takes its place. Null: the row is older than
-- this column.
ALTER TABLE engagement_firsts ADD COLUMN created_at timestamptz;
