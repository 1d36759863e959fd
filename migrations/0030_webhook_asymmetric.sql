-- Requests also have Ed25519 signatures, which the receiver verifies with a public key. Quoted, because the name is a word of SQL.
ALTER TABLE webhooks ADD COLUMN "asymmetric" boolean NOT NULL DEFAULT false;
