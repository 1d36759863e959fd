import { nameOperator, resetPassword } from "../features/accounts/index.ts";
import { noteKey, openInstanceSecrets } from "../platform/secrets/index.ts";
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
    `${email} is not named as an operator any more. Self-hosted, users of the oldest account still are.\n`,
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
