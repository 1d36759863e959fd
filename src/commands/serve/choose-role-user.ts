import { spawnSync } from "node:child_process";
import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Config } from "../../config.ts";
import { main, type RoleUser } from "./process-specs.ts";

/** `reason` completes: "stays root, because …". */
export type RoleUserChoice = { user: RoleUser | null; reason: string | null };

/** By default only root may listen on lower ports. */
const FIRST_OPEN_PORT = 1_024;

/**
 * The user of the roles api and worker if the supervisor is root: the owner of DATA_DIR, who then owns the files that they write. The
 * roles that receive mail stay root, because of their default ports, and of certificates, now and renewed, that only root may read.
 */
export async function chooseRoleUser(config: Config): Promise<RoleUserChoice> {
  if (process.getuid?.() !== 0) return { user: null, reason: null };
  // The connection may depend on root: certificates, password files, peer authentication.
  if (config.databaseUrl !== null) return stay("DATABASE_URL is set");
  const dataDir = resolve(config.dataDir);
  const { uid, gid } = await stat(dataDir);
  if (uid === 0) return stay(`${dataDir} belongs to root: chown it to another user`);
  const ports = { PORT: config.port, TRACKING_HTTPS_PORT: config.trackingHttps?.port ?? 0 };
  for (const [setting, port] of Object.entries(ports))
    if (port > 0 && port < FIRST_OPEN_PORT) return stay(`only root may listen on ${setting} ${port}`);
  const user = { uid, gid };
  if (!canStart(user)) return stay(`the user ${uid}, who owns ${dataDir}, cannot read the program`);
  giveFiles(dataDir, user);
  return { user, reason: null };
}

function stay(reason: string): RoleUserChoice {
  return { user: null, reason };
}

/** Tried out, because the permissions of every parent of the program, its packages and the working directory matter. */
function canStart(user: RoleUser): boolean {
  return spawnSync(process.execPath, [main, "--version"], { ...user, stdio: "ignore" }).status === 0;
}

/** The user takes over what the roles wrote as root. Symbolic links are not followed. */
export function giveFiles(dataDir: string, { uid, gid }: RoleUser): void {
  const folders = ["journal", "engagements", "tracking-certificates"].map((name) => join(dataDir, name));
  // A folder that does not exist yet is an error of chown only.
  spawnSync("chown", ["-hR", `${uid}:${gid}`, ...folders], { stdio: "ignore" });
}
