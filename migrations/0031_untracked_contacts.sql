-- tracked: whether opens and clicks of the contact are recorded.
ALTER TABLE contacts ADD COLUMN tracked boolean NOT NULL DEFAULT true;
-- Each hit looks here, and so does tracked mail of accounts that have such contacts.
CREATE INDEX contacts_untracked ON contacts (account_id, email_key) WHERE NOT tracked;
