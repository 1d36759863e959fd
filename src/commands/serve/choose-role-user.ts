import { spawnSync } from "node:child_process";
import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Config } from "../../config.ts";
import { main, type RoleUser } from "./process-specs.ts";

/** `reason` completes: "stays root, because …". */
export type RoleUserChoice = { user: RoleUser | null; reason: string | null };

/** Below it only root may listen, unless the system says otherwise. */
const FIRST_OPEN_PORT = 1_024;

/**
 * As whom the roles api and worker run when we are root: as the owner of DATA_DIR, who is there to own what they write. The roles that
 * take mail stay root, for their usual ports and for certificates that only root may read, also when those are renewed.
 */
export async function chooseRoleUser(config: Config): Promise<RoleUserChoice> {
  if (process.getuid?.() !== 0) return { user: null, reason: null };
  // Its certificates, passwords and peer authentication may be root's.
  if (config.databaseUrl !== null) return stay("DATABASE_URL is set");
  const dataDir = resolve(config.dataDir);
  const { uid, gid } = await stat(dataDir);
  if (uid === 0) return stay(`${dataDir} belongs to root: chown it to another user`);
  if (config.port > 0 && config.port < FIRST_OPEN_PORT) return stay(`PORT ${config.port} is for root alone`);
  const user = { uid, gid };
  if (!canStart(user)) return stay(`the user ${uid}, who owns ${dataDir}, cannot read the program`);
  giveJournals(dataDir, user);
  return { user, reason: null };
}

function stay(reason: string): RoleUserChoice {
  return { user: null, reason };
}

/** Permissions of every parent of the program, its packages and the working directory count. */
function canStart(user: RoleUser): boolean {
  return spawnSync(process.execPath, [main, "--version"], { ...user, stdio: "ignore" }).status === 0;
}

/** Workers that ran as root left them there. Symbolic links are not followed. */
function giveJournals(dataDir: string, { uid, gid }: RoleUser): void {
  spawnSync("chown", ["-hR", `${uid}:${gid}`, join(dataDir, "journal")], { stdio: "ignore" });
}
