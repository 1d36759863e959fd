-- tracked: whether opens and clicks of the contact are recorded.
ALTER TABLE contacts ADD COLUMN tracked boolean NOT NULL DEFAULT true;
-- Read for each hit, and for each tracked message of accounts that have such contacts.
CREATE INDEX contacts_untracked ON contacts (account_id, email_key) WHERE NOT tracked;
