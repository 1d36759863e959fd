import { nameOperator, resetPassword, resetSecondFactor } from "../features/accounts/index.ts";
import { countWorkers, holdOpen, type Resolution, resolveRestored } from "../features/queue/index.ts";
import { noteKey, openInstanceSecrets } from "../platform/secrets/index.ts";
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

/** Recovers an instance whose secret key is lost. */
export async function adoptOwnKey({ json }: Printing): Promise<void> {
  await withDatabase(({ config: { dataDir, secretKey }, database }) =>
    noteKey(database, openInstanceSecrets({ dataDir, key: secretKey })),
  );
  const text =
    "The database now uses this node's secret key. Lost with the old key: unsubscribe links and return paths of sent mail, " +
    "DKIM keys (remove each domain and add it again), passwords of relays (enter them again), secrets and headers of webhooks " +
    "(their accounts rotate the secrets and set the headers again; until then nothing is sent to them), and authenticator apps " +
    "(users sign in with a recovery code, remove the app and add it again; for users without a recovery code, run " +
    "posthouse admin remove-second-factor <email>).";
  printResult({ adopted: true }, { json, text });
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
