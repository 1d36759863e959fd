-- The timeline of a contact reads its consent changes from this index. Other events are not in it, so an import that creates contacts
-- does not write it.
CREATE INDEX account_events_of_consent ON account_events (account_id, subject_id, id)
  WHERE type IN ('contact.subscribed', 'contact.unsubscribed');
