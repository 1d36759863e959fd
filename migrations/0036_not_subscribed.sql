-- Each claim and each acceptance of bulk mail looks here, so accounts in which everybody is subscribed pay nothing.
CREATE INDEX contacts_not_subscribed ON contacts (account_id, email_key) WHERE NOT subscribed;
