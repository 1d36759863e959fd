import type { Stats } from "node:fs";
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
  examine: async ({ config: { dataDir } }) => {
    const path = resolve(dataDir);
    const found = await stat(path).catch(() => null);
    if (found) return [await examineAccess(path, found), await examineSpace(path)];
    const parent = await nearestParent(path);
    return [
      (await isWritable(parent))
        ? ok(`data directory ${path}: will be created at the first start`)
        : failed(
            `data directory ${path} cannot be created, because ${parent} is not a writable directory`,
            "correct the owner of that directory, or set DATA_DIR to another one",
          ),
      await examineSpace(parent),
    ];
  },
};

/** The nearest path above that exists: all folders below it are created. */
async function nearestParent(path: string): Promise<string> {
  const parent = dirname(path);
  const exists = await stat(parent).then(
    () => true,
    () => false,
  );
  return exists || parent === path ? parent : await nearestParent(parent);
}

async function isWritable(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) return false;
  return await access(path, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function examineAccess(path: string, found: Stats): Promise<Finding> {
  if (!found.isDirectory())
    return failed(`data directory ${path} is not a directory`, "set DATA_DIR to a directory");
  const { mode } = found;
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
