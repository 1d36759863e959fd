-- Each claim and each acceptance of bulk mail looks here: accounts without unsubscribed contacts pay nothing.
CREATE INDEX contacts_not_subscribed ON contacts (account_id, email_key) WHERE NOT subscribed;
