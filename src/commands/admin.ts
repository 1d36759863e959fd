import { nameOperator, resetPassword } from "../features/accounts/index.ts";
import { countWorkers, holdOpen, type Resolution, resolveRestored } from "../features/queue/index.ts";
import { noteKey, openInstanceSecrets } from "../platform/secrets/index.ts";
import { CommandError } from "./explain.ts";
import { withDatabase } from "./open-instance.ts";

export async function resetAdminPassword(email: string): Promise<void> {
  const { password } = await withDatabase(({ database }) => resetPassword(database, { email }));
  process.stdout.write(
    `New password of ${email}: ${password}\nIt must be changed at the next sign-in; all sessions have ended.\n`,
  );
}

export async function nameAsOperator(email: string): Promise<void> {
  await withDatabase(({ database }) => nameOperator(database, { email, isOperator: true }));
  process.stdout.write(`${email} runs this instance: its relays, rules and pools are in the dashboard.\n`);
}

export async function nameNoOperator(email: string): Promise<void> {
  await withDatabase(({ database }) => nameOperator(database, { email, isOperator: false }));
  process.stdout.write(
    `${email} is not named as an operator any more. Self-hosted, users of the operator's account still are.\n`,
  );
}

/** For an instance whose key is lost. */
export async function adoptOwnKey(): Promise<void> {
  await withDatabase(({ config: { dataDir, secretKey }, database }) =>
    noteKey(database, openInstanceSecrets({ dataDir, key: secretKey })),
  );
  process.stdout.write(
    "This database belongs to this node's secret key now. Lost with the other one: unsubscribe links and return paths of mail that has gone out, " +
      "DKIM keys (remove each domain and add it again), and passwords of relays (enter them again).\n",
  );
}

/** For a copy of the database's files: a restored dump is noticed at the next start. */
export async function holdRestored(): Promise<void> {
  const held = await withDatabase(async ({ database }) => {
    if ((await countWorkers(database)) > 0)
      throw new CommandError(
        "workers of this database run, or ran half a minute ago: what they have in hand would be held while they send it; stop all nodes first",
      );
    return await holdOpen(database);
  });
  process.stdout.write(
    `${held} recipients are held: they were due, and may have been sent since the backup was made. Decide on the Queue page, ` +
      "or about all at once with posthouse admin decide-restored.\n",
  );
}

export async function decideRestored(as: string): Promise<void> {
  if (!isResolution(as))
    throw new CommandError(
      `decide-restored takes "retry" (send again, at the risk of a second copy) or "delivered" (it has arrived), not "${as}"`,
    );
  const decided = await withDatabase(({ database }) => resolveRestored(database, as));
  process.stdout.write(
    as === "retry" ? `${decided} recipients are due again.\n` : `${decided} recipients count as delivered.\n`,
  );
}

function isResolution(text: string): text is Resolution {
  return text === "retry" || text === "delivered";
}
