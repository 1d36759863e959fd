-- A user of one account becomes a person and a membership, so that a person can belong to several accounts.

-- email_key is the address lower-cased: addresses compare case-insensitively and are stored as given.
CREATE TABLE people (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  email_key text NOT NULL UNIQUE,
  name text,
  password_hash text NOT NULL,
  must_change_password boolean NOT NULL DEFAULT false,
  is_operator boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX people_operators ON people (id) WHERE is_operator;

CREATE TABLE memberships (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE,
  role text NOT NULL CHECK (role = 'owner'),
  joined_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, person_id)
);
CREATE INDEX memberships_of_person ON memberships (person_id, joined_at);

INSERT INTO people (id, email, email_key, name, password_hash, must_change_password, is_operator, created_at)
SELECT id, email, email_key, name, password_hash, must_change_password, is_operator, created_at FROM users;
INSERT INTO memberships (account_id, person_id, role, joined_at)
SELECT account_id, id, 'owner', created_at FROM users;

-- A session has a person and the account that the person works in. It ends with the membership. All sessions of a person, in
-- any account, end when the password changes.
ALTER TABLE sessions RENAME user_id TO person_id;
ALTER TABLE sessions
  DROP CONSTRAINT sessions_account_id_user_id_fkey,
  ADD FOREIGN KEY (account_id, person_id) REFERENCES memberships ON DELETE CASCADE;
CREATE INDEX sessions_of_person ON sessions (person_id);

ALTER TABLE audit_events RENAME user_id TO person_id;
ALTER TABLE queue_pauses RENAME user_id TO person_id;
ALTER TABLE suppressions RENAME by_user_id TO by_person_id;
ALTER TABLE removed_suppressions RENAME by_user_id TO by_person_id;

-- Accounts of those who run the instance: the operator's account, and those that a person who was named operator owns.
CREATE OR REPLACE VIEW operator_accounts AS
  SELECT id AS account_id FROM accounts WHERE is_operator
  UNION SELECT m.account_id FROM people p JOIN memberships m ON m.person_id = p.id AND m.role = 'owner'
    WHERE p.is_operator;

DROP TABLE users;
