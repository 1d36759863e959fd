-- The addresses that contacts had before: a person's choice not to be tracked, and the erasure of a person's data, are also about the mail
-- to these. An address that a contact has now belongs to that contact alone.
CREATE TABLE contact_former_addresses (
  account_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  email_key text NOT NULL,
  PRIMARY KEY (account_id, contact_id, email_key),
  FOREIGN KEY (account_id, contact_id) REFERENCES contacts ON DELETE CASCADE
);
-- Read like contacts_untracked: for each hit, and for each tracked message of accounts that have untracked contacts.
CREATE INDEX contact_former_addresses_by_address ON contact_former_addresses (account_id, email_key);

-- The addresses of the contacts whose opens and clicks are not recorded.
CREATE VIEW untracked_addresses AS
  SELECT account_id, email_key FROM contacts WHERE NOT tracked
  UNION ALL
  SELECT f.account_id, f.email_key FROM contact_former_addresses f
  JOIN contacts c ON c.account_id = f.account_id AND c.id = f.contact_id AND NOT c.tracked
  WHERE NOT EXISTS (SELECT FROM contacts o WHERE o.account_id = f.account_id AND o.email_key = f.email_key);
