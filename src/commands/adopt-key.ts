import { listProcesses } from "../features/metrics/index.ts";
import { forgetSealedCertificates } from "../features/tracking/index.ts";
import type { Database, Db } from "../platform/db/index.ts";
import { adoptKey, type InstanceSecrets, openInstanceSecrets } from "../platform/secrets/index.ts";
import { CommandError } from "./explain.ts";
import { withDatabase } from "./open-instance.ts";
import { printResult } from "./terminal/print-result.ts";

/** All that depends on the secret key, what to do about it, and what the command does itself. */
const DEPENDENT: { lost: string; handle?: (db: Db, secrets: InstanceSecrets) => Promise<unknown> }[] = [
  { lost: "Unsubscribe links, tracked links and return paths of mail that was sent no longer work." },
  { lost: "DKIM keys cannot be read, and mail of their domains waits: remove each domain and add it again." },
  { lost: "Passwords of relays cannot be read: enter them again." },
  {
    lost: "Secrets and headers of webhooks cannot be read, and nothing is sent to them: rotate the secrets and set the headers again.",
  },
  {
    lost: "Certificates of tracking hosts are ordered again, within minutes.",
    handle: forgetSealedCertificates,
  },
  {
    lost: "Authenticator apps no longer work: users sign in with a recovery code, remove the app and add it again; for users without a recovery code, run posthouse admin remove-second-factor <email>.",
  },
];

/** Recovers an instance whose secret key is lost. */
export async function adoptOwnKey({ json }: { json: boolean }): Promise<void> {
  const adopted = await withDatabase(async ({ config: { dataDir, secretKey }, database }) => {
    await refuseWhileNodesRun(database);
    const secrets = openInstanceSecrets({ dataDir, key: secretKey });
    return await database.db.transaction().execute(async (db) => {
      if (!(await adoptKey(db, secrets))) return false;
      for (const { handle } of DEPENDENT) await handle?.(db, secrets);
      return true;
    });
  });
  const text = adopted
    ? `The database now belongs to this node's secret key. Lost with the old key:\n${DEPENDENT.map(({ lost }) => `- ${lost}`).join("\n")}`
    : "The database already belongs to this node's secret key. Nothing was changed.";
  printResult({ adopted }, { json, text });
}

/** A node goes on with the old key until it looks again, and would seal more with it. */
async function refuseWhileNodesRun(database: Database): Promise<void> {
  const nodes = new Set((await listProcesses(database)).map(({ node }) => node));
  if (nodes.size === 0) return;
  throw new CommandError(
    `Posthouse runs on ${[...nodes].join(", ")}, or was killed there less than 30 seconds ago: stop all nodes, wait 30 seconds, then try again`,
  );
}
