-- Members of an account: roles, invitations, and the account that a person works in.
--
-- role: owners also manage members; viewers change nothing.
-- entered_at: when the person last signed in to the account or switched to it; sign-in opens the latest one. Null: never since 0.1.0.
ALTER TABLE memberships DROP CONSTRAINT memberships_role_check;
ALTER TABLE memberships ADD CONSTRAINT memberships_role_check CHECK (role IN ('owner', 'member', 'viewer'));
ALTER TABLE memberships ADD entered_at timestamptz;

-- An invitation is open for a week. Its link is valid for an hour; an owner can make another one.
--
-- token_hash: of the latest link; earlier ones are no longer valid. linked_at: when it was made.
-- invited_by: the member who made the latest link. When that person is removed or no longer an owner, the invitation is deleted.
CREATE TABLE invitations (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  id uuid NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'member', 'viewer')),
  invited_by uuid NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  linked_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, email_key)
);
CREATE INDEX invitations_expiry ON invitations (expires_at);
