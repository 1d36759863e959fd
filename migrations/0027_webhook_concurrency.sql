-- The limit of concurrent requests to the webhook.
ALTER TABLE webhooks ADD COLUMN concurrency smallint NOT NULL DEFAULT 8 CHECK (concurrency BETWEEN 1 AND 32);
