-- A key that suddenly sends far more than it used to, or whose mail bounces, is paused until a person lets it go on.
-- resumed_at: the brake leaves the key alone for the rest of that hour.
ALTER TABLE api_keys ADD paused_at timestamptz, ADD paused_reason text, ADD resumed_at timestamptz;

-- What came in with a key, and what became of its mail, in each hour (UTC) in which there was any. Each node adds what it
-- counted about once a second.
CREATE TABLE key_hours (
  account_id uuid NOT NULL,
  key_id integer NOT NULL,
  hour timestamptz NOT NULL,
  recipients bigint NOT NULL,
  delivered bigint NOT NULL,
  bounced bigint NOT NULL,
  PRIMARY KEY (account_id, key_id, hour),
  FOREIGN KEY (account_id, key_id) REFERENCES api_keys ON DELETE CASCADE
) WITH (fillfactor = 50);
