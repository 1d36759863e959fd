-- The events of acceptance, queued and scheduled, are written only while a webhook of the account names one of their types. This index
-- lets each node find these accounts twice a second.
CREATE INDEX webhooks_for_acceptance ON webhooks (account_id) WHERE types && '{email.queued,email.scheduled}';

-- Resend's name of email.queued had no event before.
UPDATE webhooks SET types = array_replace(types, 'email.sent', 'email.queued') WHERE 'email.sent' = ANY (types);
