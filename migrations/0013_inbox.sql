-- What people did with captured mail in the inbox. The emails stay as they are: the list of emails shows all of them, and delivery
-- writes nothing more for a captured recipient.

-- One row for each account that marked everything as read or cleared its inbox. An email is older than a mark if its last recipient
-- was captured before. Ids are no help: scheduled mail is captured long after its id was given. cleared_before: the former mark,
-- which restores the inbox after it was cleared.
CREATE TABLE inboxes (
  account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  read_at timestamptz NOT NULL DEFAULT '-infinity',
  cleared_at timestamptz NOT NULL DEFAULT '-infinity',
  cleared_before timestamptz NOT NULL DEFAULT '-infinity'
);

-- Emails that differ from the marks. is_read: null means that the mark decides.
CREATE TABLE inbox_emails (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  email_id uuid NOT NULL,
  is_read boolean,
  deleted_at timestamptz,
  PRIMARY KEY (account_id, email_id)
);
