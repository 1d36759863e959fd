-- check_due: the check was due at the last claim. Claims find the accounts with due domains by an index of these rows alone.
ALTER TABLE domains ADD COLUMN check_due boolean NOT NULL DEFAULT false;
CREATE INDEX domains_due_by_account ON domains (account_id, check_at) WHERE check_due;
DROP INDEX domains_due;
CREATE INDEX domains_due ON domains (check_at) WHERE NOT check_due;
