-- Attempts whose worker never told what became of them, since the last one that did: it was killed, or the email killed it.
-- After two of them a recipient is tried alone, so that an email that ends every worker takes no other with it.
ALTER TABLE recipients ADD COLUMN losses smallint NOT NULL DEFAULT 0;
CREATE INDEX recipients_lost ON recipients (due_at) WHERE losses > 0;
