-- How this instance delivers mail, as a history: the row with the latest time that has come is in force. Mail keeps to the mode in which
-- it was accepted, so test mail is never sent (docs/decisions/0058-delivery-mode.md). The table is small: one row for each switch.
-- since: a few seconds after the row is committed, so that all processes know it before it is in force.
-- relay_id: the relay of the instance that mail is sent through; null for the one of SMTP_RELAY_URL, or for the first of the instance.
-- set_by: `start` notes at a start that the environment has another mode than the table.
CREATE TABLE delivery_modes (
  since timestamptz PRIMARY KEY,
  mode text NOT NULL CHECK (mode IN ('capture', 'relay', 'direct')),
  relay_id uuid,
  set_by text NOT NULL CHECK (set_by IN ('dashboard', 'start')),
  CHECK (relay_id IS NULL OR mode = 'relay')
);

-- The last test of a relay. tested_at: null until one ran with the present settings. test_error: null if the test succeeded.
ALTER TABLE relays ADD COLUMN tested_at timestamptz, ADD COLUMN test_error text;
