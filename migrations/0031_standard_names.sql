-- Names that say what the columns hold: a domain has two sets of DKIM keys, and its verification token may be missing in the DNS.
ALTER TABLE domain_keys RENAME COLUMN slot TO key_set;
ALTER TABLE domains RENAME COLUMN active_slot TO active_key_set;
ALTER TABLE domains RENAME COLUMN proof_missing_since TO token_missing_since;

-- People are notified of an alert when it opens and when it closes.
ALTER TABLE alerts RENAME COLUMN told_opened_at TO notified_opened_at;
ALTER TABLE alerts RENAME COLUMN told_closed_at TO notified_closed_at;
