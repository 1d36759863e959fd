-- The relay of an email that was released from the inbox in test mode. Null for all other mail: the delivery mode and the rules decide.
ALTER TABLE emails ADD COLUMN release_relay_id uuid;
CREATE INDEX emails_released ON emails (id) WHERE release_relay_id IS NOT NULL;
