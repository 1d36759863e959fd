-- The account that runs a self-hosted instance. The first launch makes it; before, it was the account with the smallest id, which
-- depends on the clocks of the nodes.
ALTER TABLE accounts ADD COLUMN is_operator boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX accounts_operator ON accounts (is_operator) WHERE is_operator;
UPDATE accounts SET is_operator = true WHERE id = (SELECT id FROM accounts ORDER BY id LIMIT 1);

CREATE INDEX users_operators ON users (account_id) WHERE is_operator;

-- Accounts with somebody who runs the instance: the operator's account, and those of users who were named operator.
CREATE VIEW operator_accounts AS
  SELECT id AS account_id FROM accounts WHERE is_operator
  UNION SELECT account_id FROM users WHERE is_operator;
