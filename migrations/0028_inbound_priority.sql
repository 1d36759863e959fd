-- The order in which inbound messages are read.
--
-- priority 0: all recipients are addresses that we signed (return paths, unsubscribe addresses).
-- priority 1: reports and mail to the operator, which anybody may send.
-- priority 2: the same, from a network whose reports could not be read twice in a row.
-- network: of the client that brought the message, as limits count it.
ALTER TABLE inbound_messages
  ADD COLUMN priority smallint NOT NULL DEFAULT 0,
  ADD COLUMN network text NOT NULL DEFAULT '';
DROP INDEX inbound_messages_due;
CREATE INDEX inbound_messages_due ON inbound_messages (priority, due_at) WHERE due_at IS NOT NULL;
