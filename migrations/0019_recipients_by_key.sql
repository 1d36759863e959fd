-- While PostgreSQL has no statistics of a new queue it finds a row as cheap by any index that begins with its account, and takes the
-- newest of them: one by address would read the account's whole queue for each row. So the key's own index is made last.
CREATE UNIQUE INDEX recipients_by_key ON recipients (account_id, email_id, position);
ALTER TABLE recipients DROP CONSTRAINT recipients_pkey,
  ADD CONSTRAINT recipients_pkey PRIMARY KEY USING INDEX recipients_by_key;
