import { nameOperator, resetPassword } from "../features/accounts/index.ts";
import { countWorkers, holdOpen, type Resolution, resolveRestored } from "../features/queue/index.ts";
import { noteKey, openInstanceSecrets } from "../platform/secrets/index.ts";
import { CommandError } from "./explain.ts";
import { withDatabase } from "./open-instance.ts";

export async function resetAdminPassword(email: string): Promise<void> {
  const { password } = await withDatabase(({ database }) => resetPassword(database, { email }));
  process.stdout.write(
    `New password of ${email}: ${password}\nThe user must change it at the next sign-in. All sessions have ended.\n`,
  );
}

export async function nameAsOperator(email: string): Promise<void> {
  await withDatabase(({ database }) => nameOperator(database, { email, isOperator: true }));
  process.stdout.write(
    `${email} is now an operator: the dashboard shows relays, rules and pools of the instance.\n`,
  );
}

export async function nameNoOperator(email: string): Promise<void> {
  await withDatabase(({ database }) => nameOperator(database, { email, isOperator: false }));
  process.stdout.write(
    `${email} is no longer a named operator. On a self-hosted instance, users of the operator account remain operators.\n`,
  );
}

/** Recovers an instance whose secret key is lost. */
export async function adoptOwnKey(): Promise<void> {
  await withDatabase(({ config: { dataDir, secretKey }, database }) =>
    noteKey(database, openInstanceSecrets({ dataDir, key: secretKey })),
  );
  process.stdout.write(
    "The database now uses this node's secret key. Lost with the old key: unsubscribe links and return paths of sent mail, " +
      "DKIM keys (remove each domain and add it again), and passwords of relays (enter them again).\n",
  );
}

/** For a restored copy of the database's files; a restored dump is detected at the next start. */
export async function holdRestored(): Promise<void> {
  const held = await withDatabase(async ({ database }) => {
    if ((await countWorkers(database)) > 0)
      throw new CommandError(
        "workers are running, or stopped less than 30 seconds ago; mail in flight would be both held and sent: stop all nodes, wait 30 seconds, then try again",
      );
    return await holdOpen(database);
  });
  process.stdout.write(
    `${held} recipients are held: they were due, and may have been sent after the backup was made. Decide on the Queue page, ` +
      "or decide for all at once with posthouse admin decide-restored.\n",
  );
}

export async function decideRestored(as: string): Promise<void> {
  if (!isResolution(as))
    throw new CommandError(
      `decide-restored takes "retry" (send again; recipients may get a second copy) or "delivered" (count as delivered), not "${as}"`,
    );
  const decided = await withDatabase(({ database }) => resolveRestored(database, as));
  process.stdout.write(
    as === "retry" ? `${decided} recipients are due again.\n` : `${decided} recipients count as delivered.\n`,
  );
}

function isResolution(text: string): text is Resolution {
  return text === "retry" || text === "delivered";
}
