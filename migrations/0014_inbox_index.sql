-- Keeps the inbox fast when few of many captured emails are unread or not cleared: 100,000 emails take milliseconds, not 0.1 s.

-- Captured recipients by the time of their capture, which the marks in `inboxes` are compared with. Only captured mail is in this
-- index, so neither acceptance nor delivery to real servers pays for it.
CREATE INDEX recipients_captured ON recipients (account_id, updated_at) WHERE state = 'captured';

-- Emails that were marked as unread one by one, also those before the mark.
CREATE INDEX inbox_emails_unread ON inbox_emails (account_id, email_id) WHERE is_read = false;
