/** Root starts PostgreSQL in a directory whose owner, perhaps a compromised role, puts symbolic links in the place of files. */
import { existsSync, lstatSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createLogger } from "../telemetry/index.ts";
import { locateBinaries } from "./binaries.ts";
import { makeSocketDirectory } from "./home/socket-directory.ts";
import { startEmbeddedPostgres } from "./index.ts";
import { readOrMakePassword } from "./server/cluster.ts";

const OWNER = { uid: 4242, gid: 4242 };
const SECRET = "root's secret\n";

let dataDir: string;
/** A file and a directory of root. */
let secret: string;
let closed: string;

beforeEach(async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), "posthouse-owner-")));
  onTestFinished(() => rm(root, { recursive: true }));
  await chmod(root, 0o755);
  dataDir = join(root, "data");
  secret = join(root, "secret");
  closed = join(root, "closed");
  await mkdir(dataDir, { mode: 0o700 });
  await chown(dataDir, OWNER.uid, OWNER.gid);
  await mkdir(closed, { mode: 0o755 });
  await writeFile(secret, SECRET, { mode: 0o600 });
});

/** Replaces a file or directory with a link as soon as it exists. Stops with the test. */
function replaceWithLink({ path, target, once }: { path: string; target: string; once: string }) {
  const attack = { replaced: 0 };
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const tryAgain = () => {
    if (isOver) return;
    if (existsSync(once) && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === false) {
      rmSync(`${path}.before`, { recursive: true, force: true });
      renameSync(path, `${path}.before`);
      symlinkSync(target, path);
      attack.replaced += 1;
    }
    setImmediate(tryAgain);
  };
  tryAgain();
  return attack;
}

describe.runIf(process.getuid?.() === 0)("the owner of the data directory cannot", () => {
  test("choose a file that root overwrites with the password", async () => {
    const path = join(dataDir, "postgres-password");
    symlinkSync(secret, `${path}.new`);
    const { password } = await readOrMakePassword(path);
    expect(await readFile(path, "utf8")).toBe(`${password}\n`);
    expect(await readFile(secret, "utf8")).toBe(SECRET);
  });

  test("read another user's file as the password", async () => {
    const path = join(dataDir, "postgres-password");
    symlinkSync(secret, path);
    const { password, isNew } = await readOrMakePassword(path);
    expect([isNew, password]).toEqual([true, expect.stringMatching(/^\S{32}$/)]);
    expect(await readFile(secret, "utf8")).toBe(SECRET);
  });

  test("choose a file that root overwrites in a new cluster", async () => {
    const making = join(dataDir, "postgres.making");
    const attack = replaceWithLink({
      path: join(making, "pg_hba.conf"),
      target: secret,
      once: join(making, "global/pg_control"),
    });
    const starting = startEmbeddedPostgres({ dataDir, log: createLogger("silent", "test") });
    await expect(starting).rejects.toThrow("PostgreSQL cannot be set up");
    expect(attack.replaced).toBe(1);
    expect(await readFile(secret, "utf8")).toBe(SECRET);
  });

  test("choose a directory that becomes theirs", async () => {
    const home = { identity: { runAs: OWNER }, binaries: locateBinaries(), directory: dataDir };
    const path = join(dataDir, "socket");
    const attack = replaceWithLink({ path, target: closed, once: path });
    for (let tries = 0; tries < 1_000 && attack.replaced < 20; tries += 1) {
      await makeSocketDirectory({ ...home, mayNamespace: false }).catch(() => undefined);
      await rm(path, { force: true, recursive: true });
    }
    const { uid, mode } = await stat(closed);
    expect([attack.replaced > 0, uid, mode & 0o777]).toEqual([true, 0, 0o755]);
  });
});
