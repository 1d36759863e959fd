-- Names that say what the columns hold: a domain has two sets of DKIM keys, and its verification token may be missing in the DNS.
ALTER TABLE domain_keys RENAME COLUMN slot TO key_set;
ALTER TABLE domains RENAME COLUMN active_slot TO active_key_set;
ALTER TABLE domains RENAME COLUMN proof_missing_since TO token_missing_since;
