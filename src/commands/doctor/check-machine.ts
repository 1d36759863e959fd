import { access, constants, stat, statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Config } from "../../config.ts";
import { type Finding, fail, ok, warn } from "./check.ts";

const leastNode = 24;
/** PostgreSQL stops when it cannot write its log: by then a gigabyte is minutes of mail. */
const lowSpaceBytes = 1024 ** 3;
const noSpaceBytes = 100 * 1024 ** 2;

export function checkNode(): Finding {
  const { node } = process.versions;
  if (Number(node.split(".")[0]) >= leastNode) return ok(`Node ${node}`);
  return fail(
    `Node ${node} is too old`,
    `start with npm start, which brings the right one, or use Node ${leastNode}`,
  );
}

export async function checkDataDirectory({ dataDir, databaseUrl }: Config): Promise<Finding[]> {
  if (databaseUrl) return [ok("data directory: not used, DATABASE_URL is set")];
  const path = resolve(dataDir);
  const found = await stat(path).catch(() => null);
  if (!found) return [ok(`data directory ${path}: made at the first start`), await checkSpace(dirname(path))];
  return [await checkAccess(path, found.mode), await checkSpace(path)];
}

async function checkAccess(path: string, mode: number): Promise<Finding> {
  try {
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return fail(
      `data directory ${path} cannot be written`,
      "correct its owner, or set DATA_DIR to one that can",
    );
  }
  const permissions = (mode & 0o777).toString(8);
  if ((mode & 0o066) === 0) return ok(`data directory ${path} (mode ${permissions})`);
  return warn(`data directory ${path} can be read by others (mode ${permissions})`, `chmod 700 '${path}'`);
}

async function checkSpace(path: string): Promise<Finding> {
  const disk = await statfs(path).catch(() => null);
  if (!disk)
    return warn(`disk space below ${path} is unknown`, "make sure that the directory above it exists");
  const free = disk.bavail * disk.bsize;
  const said = `${(free / 1024 ** 3).toFixed(1)} GiB free below ${path}`;
  if (free < noSpaceBytes) return fail(said, "free some space: nothing can be accepted without");
  if (free < lowSpaceBytes) return warn(said, "free some space before it runs out");
  return ok(said);
}
