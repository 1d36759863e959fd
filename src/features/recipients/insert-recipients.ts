/** Used when an account is deleted while its mail is being accepted. */
const DEFAULT_EXPIRY_SECONDS = 259_200;

/**
 * Inserts recipients in state `queued`, as the body of a CTE: accepting an email is one statement for its email, contents and
 * recipients. `rows r` has the columns `account_id, email_id, position, address, address_key, bulk, due_at`; a null `due_at` means now.
 * `where` selects among these rows.
 */
export const insertRecipientsSql = ({
  rows,
  where,
}: {
  rows: string;
  where: string;
}) => `INSERT INTO recipients (account_id, email_id, position, address, address_key, bulk, ready, due_at, expires_at)
    SELECT account_id, email_id, position, address, address_key, bulk, due_at IS NULL, coalesce(due_at, now()),
      coalesce(due_at, now()) + make_interval(secs => coalesce(a.expire_after_seconds, ${DEFAULT_EXPIRY_SECONDS}))
    FROM ${rows}
    LEFT JOIN accounts a ON a.id = r.account_id
    ${where}`;
