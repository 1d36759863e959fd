-- Messages that other servers deliver to us: bounces, complaints, reports, unsubscribes, and mail to the operator.

-- A message is stored before the 250 reply and read afterwards. Not tenant data: which account a message concerns is known only
-- after its addresses have been read, and some messages concern the operator alone.
-- raw: the message, or only its beginning where the rest is not needed. size_bytes: the size of the whole message.
-- due_at: when to read the message, or to read it again if the first reader ended without a result; null after it has been read.
--   outcomes: one for each recipient.
-- authentication: SPF and DKIM results of a complaint.
-- priority 0: all recipients are addresses that we created and signed (return paths, unsubscribe addresses). 1: reports and mail
--   to the operator, which anyone may send. 2: the same, from a network whose last two or more reports could not be read.
-- network: the client's network, as limits count it (src/platform/network).
CREATE TABLE inbound_messages (
  id uuid PRIMARY KEY,
  raw bytea NOT NULL,
  size_bytes integer NOT NULL,
  envelope_from text NOT NULL,
  recipients text[] NOT NULL,
  client_ip text NOT NULL,
  helo text NOT NULL,
  due_at timestamptz DEFAULT now(),
  attempts smallint NOT NULL DEFAULT 0,
  outcomes text[],
  authentication jsonb,
  priority smallint NOT NULL DEFAULT 0,
  network text NOT NULL DEFAULT ''
);
CREATE INDEX inbound_messages_due ON inbound_messages (priority, due_at) WHERE due_at IS NOT NULL;
