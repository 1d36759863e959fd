import { execFileSync } from "node:child_process";
import { stat } from "node:fs/promises";
import type { User } from "./identity.ts";

/** A cluster that was made as somebody else changes hands: PostgreSQL refuses files that are not its own. */
export async function giveCluster(path: string, { uid, gid }: User): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found && found.uid !== uid) execFileSync("chown", ["-hR", `${uid}:${gid}`, path]);
}
