-- The events of acceptance, queued and scheduled, are written only while a webhook of the account names one of their types. This index
-- lets each node find these accounts twice a second.
CREATE INDEX webhooks_for_acceptance ON webhooks (account_id) WHERE types && '{email.queued,email.scheduled}';

-- Resend's name of email.queued had no event before.
UPDATE webhooks SET types = array_replace(types, 'email.sent', 'email.queued') WHERE 'email.sent' = ANY (types);

-- Accepted emails are counted by emails_accepted.
CREATE OR REPLACE FUNCTION count_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_daily_count(account_id, day, type, n) FROM (
    SELECT account_id, (created_at AT TIME ZONE 'UTC')::date AS day, type, count(*) AS n FROM added
    WHERE type NOT IN ('queued', 'scheduled') GROUP BY 1, 2, 3
  ) per_day;
  RETURN NULL;
END
$$;
