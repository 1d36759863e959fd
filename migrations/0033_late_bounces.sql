-- Bounces that arrive after the email was delivered (docs/decisions/0075-late-bounces.md).

-- bounced_late: a bounce message came back after the recipient was delivered. The state stays final; lists, filters and figures show the
-- recipient as bounced.
ALTER TABLE recipients ADD COLUMN bounced_late boolean NOT NULL DEFAULT false;
-- Finds emails by their late bounces. Few rows have one, so deliveries do not pay for it.
CREATE INDEX recipients_bounced_late ON recipients (account_id, email_id) WHERE bounced_late;

UPDATE recipients r SET bounced_late = true FROM events v
WHERE v.type = 'bounced' AND v.detail->'late' = 'true' AND v.account_id = r.account_id AND v.email_id = r.email_id
  AND v.position = r.position AND r.state = 'delivered';

-- A bounce that changed nothing (`further`) is not counted. A late bounce takes the delivery back on the day of the delivery, so that each
-- recipient counts once.
CREATE OR REPLACE FUNCTION count_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_daily_count(account_id, day, type, n) FROM (
    SELECT account_id, (created_at AT TIME ZONE 'UTC')::date AS day, type, count(*) AS n FROM added
    WHERE type NOT IN ('queued', 'scheduled') AND NOT detail ? 'further' GROUP BY 1, 2, 3
    UNION ALL
    SELECT d.account_id, (d.created_at AT TIME ZONE 'UTC')::date, d.type, -count(*)
    FROM added a CROSS JOIN LATERAL (
      SELECT account_id, created_at, type FROM events v
      WHERE v.account_id = a.account_id AND v.email_id = a.email_id AND v.position = a.position AND v.type = 'delivered' AND v.id < a.id
      ORDER BY v.id DESC LIMIT 1
    ) d
    WHERE a.type = 'bounced' AND a.detail->'late' = 'true' AND NOT a.detail ? 'further' GROUP BY 1, 2, 3
  ) per_day;
  RETURN NULL;
END
$$;
