-- Second factors of people: an authenticator app (TOTP, RFC 6238) and recovery codes.
--
-- secret_sealed: 20 bytes.
-- confirmed_at: when the person entered the first code. Until then, sign-in asks for none.
-- used_step: the time step of the last accepted code. A code is accepted once.
CREATE TABLE authenticators (
  person_id uuid PRIMARY KEY REFERENCES people ON DELETE CASCADE,
  secret_sealed bytea NOT NULL,
  confirmed_at timestamptz,
  used_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- code_hash: SHA-256. A code has 79 random bits, which need no slow hash. A used code is deleted.
CREATE TABLE recovery_codes (
  person_id uuid NOT NULL REFERENCES authenticators ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  PRIMARY KEY (person_id, code_hash)
);
