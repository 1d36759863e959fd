import { findAccountOf, nameOperator, resetPassword, resetSecondFactor } from "../features/accounts/index.ts";
import { OPERATOR } from "../features/audit/index.ts";
import { countWorkers, holdOpen, type Resolution, resolveRestored } from "../features/queue/index.ts";
import { stopLinks } from "../features/tracking/index.ts";
import { isId } from "../platform/ids/index.ts";
import { CommandError } from "./explain.ts";
import { withDatabase } from "./open-instance.ts";
import { printResult } from "./terminal/print-result.ts";

type Printing = { json: boolean };

export async function resetAdminPassword(email: string, { json }: Printing): Promise<void> {
  const { password } = await withDatabase(({ database }) => resetPassword(database, { email }));
  printResult(
    { email, password },
    {
      json,
      text: `New password of ${email}: ${password}\nThe user must change it at the next sign-in. All sessions have ended.`,
    },
  );
}

export async function removeLostSecondFactor(email: string, { json }: Printing): Promise<void> {
  const removed = await withDatabase(({ database }) => resetSecondFactor(database, email));
  const text = removed
    ? `${email} now signs in with the password alone. All sessions of this user have ended.`
    : `${email} has no second factor.`;
  printResult({ email, removed }, { json, text });
}

export async function nameAsOperator(email: string, { json }: Printing): Promise<void> {
  await withDatabase(({ database }) => nameOperator(database, { email, isOperator: true }));
  printResult(
    { email, operator: true },
    {
      json,
      text: `${email} is now an operator: the dashboard shows relays, rules and pools of the instance.`,
    },
  );
}

export async function nameNoOperator(email: string, { json }: Printing): Promise<void> {
  await withDatabase(({ database }) => nameOperator(database, { email, isOperator: false }));
  printResult(
    { email, operator: false },
    {
      json,
      text: `${email} is no longer a named operator. On a self-hosted instance, users of the operator account remain operators.`,
    },
  );
}

/** For an account that sends phishing. Links in mail that was already sent show a warning, too. */
export async function stopAccountLinks(
  account: string,
  { json, stopped }: Printing & { stopped: boolean },
): Promise<void> {
  const accountId = await withDatabase(async ({ database }) => {
    const id = isId(account) ? account : await findAccountOf(database, account);
    if (id === null || !(await stopLinks(database, { accountId: id, by: OPERATOR, stopped })))
      throw new CommandError(
        `there is no account with the id "${account}", nor with a user with this email address`,
      );
    return id;
  });
  const effect = stopped ? "show a warning and do not redirect" : "redirect again";
  printResult(
    { account: accountId, stopped },
    { json, text: `Within a few seconds, tracked links of the account ${accountId} ${effect}.` },
  );
}

/** For a restored copy of the database's files; a restored dump is detected at the next start. */
export async function holdRestored({ json }: Printing): Promise<void> {
  const held = await withDatabase(async ({ database }) => {
    if ((await countWorkers(database)) > 0)
      throw new CommandError(
        "workers are running, or stopped less than 30 seconds ago; mail in flight would be both held and sent: stop all nodes, wait 30 seconds, then try again",
      );
    return await holdOpen(database);
  });
  const text =
    `${held} recipients are held: they were due, and may have been sent after the backup was made. Decide on the Queue page, ` +
    "or decide for all at once with posthouse admin decide-restored.";
  printResult({ held }, { json, text });
}

export async function decideRestored(as: string, { json }: Printing): Promise<void> {
  if (!isResolution(as))
    throw new CommandError(
      `decide-restored takes "retry" (send again; recipients may get a second copy) or "delivered" (count as delivered), not "${as}"`,
    );
  const decided = await withDatabase(({ database }) => resolveRestored(database, as));
  const text =
    as === "retry" ? `${decided} recipients are due again.` : `${decided} recipients count as delivered.`;
  printResult({ decision: as, recipients: decided }, { json, text });
}

function isResolution(text: string): text is Resolution {
  return text === "retry" || text === "delivered";
}
