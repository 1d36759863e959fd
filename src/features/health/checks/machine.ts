import { access, constants, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { freeBytes } from "../../../platform/files/index.ts";
import { type Check, type Finding, failed, ok, warning } from "./check.ts";

const MIN_NODE = 24;
/** PostgreSQL stops when it cannot write its log. Under load, a gigabyte lasts only minutes. */
const LOW_SPACE_BYTES = 1024 ** 3;
const NO_SPACE_BYTES = 100 * 1024 ** 2;

export const nodeCheck: Check<never> = {
  id: "node",
  title: "Node",
  examine: async () => {
    const { node } = process.versions;
    if (Number(node.split(".")[0]) >= MIN_NODE) return [ok(`Node ${node}`)];
    return [
      failed(
        `Node ${node} is too old`,
        `run npm start, which installs the right version, or use Node ${MIN_NODE} or newer`,
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
    if (!found && databaseUrl) return [ok("data directory: not used, because DATABASE_URL is set")];
    if (!found)
      return [
        ok(`data directory ${path}: will be created at the first start`),
        await examineSpace(dirname(path)),
      ];
    return [await examineAccess(path, found.mode), await examineSpace(path)];
  },
};

async function examineAccess(path: string, mode: number): Promise<Finding> {
  try {
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return failed(
      `data directory ${path} is not writable`,
      "correct its owner, or set DATA_DIR to a writable directory",
    );
  }
  const permissions = (mode & 0o777).toString(8);
  if ((mode & 0o066) === 0) return ok(`data directory ${path} (mode ${permissions})`);
  return warning(
    `data directory ${path} is readable by other users (mode ${permissions})`,
    `chmod 700 '${path}'`,
  );
}

async function examineSpace(path: string): Promise<Finding> {
  const free = await freeBytes(path);
  if (free === null)
    return warning(`free disk space in ${path} is unknown`, "make sure that its parent directory exists");
  const space = `${(free / 1024 ** 3).toFixed(1)} GiB free in ${path}`;
  if (free < NO_SPACE_BYTES) return failed(space, "free some space: no mail can be accepted without it");
  if (free < LOW_SPACE_BYTES) return warning(space, "free some space before it runs out");
  return ok(space);
}
