import { execFileSync } from "node:child_process";
import { stat } from "node:fs/promises";
import type { User } from "./identity.ts";

/** Changes the owner of a cluster that another user created, because PostgreSQL refuses files that it does not own. */
export async function giveCluster(path: string, { uid, gid }: User): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found && found.uid !== uid) execFileSync("chown", ["-hR", `${uid}:${gid}`, path]);
}
