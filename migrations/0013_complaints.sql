-- Finds the emails that recipients reported as spam, newest first, and whether a listed email is one of them. Spam reports are rare,
-- so other events do not pay for this index.
CREATE INDEX events_complained ON events (account_id, email_id) WHERE type = 'complained';
