-- Domains that an account may send from, as lower-case A-labels. A domain belongs to one account.

CREATE TABLE domains (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, name)
);
