import { access, constants, stat, statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { type Check, type Finding, failed, ok, warning } from "./check.ts";

const leastNode = 24;
/** PostgreSQL stops when it cannot write its log: by then a gigabyte is minutes of mail. */
const lowSpaceBytes = 1024 ** 3;
const noSpaceBytes = 100 * 1024 ** 2;

export const nodeCheck: Check<never> = {
  id: "node",
  title: "Node",
  examine: async () => {
    const { node } = process.versions;
    if (Number(node.split(".")[0]) >= leastNode) return [ok(`Node ${node}`)];
    return [
      failed(
        `Node ${node} is too old`,
        `start with npm start, which brings the right one, or use Node ${leastNode}`,
      ),
    ];
  },
};

export const diskCheck: Check<"config"> = {
  id: "disk",
  title: "Disk",
  examine: async ({ config: { dataDir, databaseUrl } }) => {
    const path = resolve(dataDir);
    const found = await stat(path).catch(() => null);
    if (!found && databaseUrl) return [ok("data directory: not used, DATABASE_URL is set")];
    if (!found)
      return [ok(`data directory ${path}: made at the first start`), await examineSpace(dirname(path))];
    return [await examineAccess(path, found.mode), await examineSpace(path)];
  },
};

async function examineAccess(path: string, mode: number): Promise<Finding> {
  try {
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return failed(
      `data directory ${path} cannot be written`,
      "correct its owner, or set DATA_DIR to one that can",
    );
  }
  const permissions = (mode & 0o777).toString(8);
  if ((mode & 0o066) === 0) return ok(`data directory ${path} (mode ${permissions})`);
  return warning(`data directory ${path} can be read by others (mode ${permissions})`, `chmod 700 '${path}'`);
}

async function examineSpace(path: string): Promise<Finding> {
  const free = await freeBytes(path);
  if (free === null)
    return warning(`disk space below ${path} is unknown`, "make sure that the directory above it exists");
  const said = `${(free / 1024 ** 3).toFixed(1)} GiB free below ${path}`;
  if (free < noSpaceBytes) return failed(said, "free some space: nothing can be accepted without");
  if (free < lowSpaceBytes) return warning(said, "free some space before it runs out");
  return ok(said);
}

/** Null: nobody can tell. */
export async function freeBytes(path: string): Promise<number | null> {
  const disk = await statfs(path).catch(() => null);
  return disk && disk.bavail * disk.bsize;
}
