import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildServer } from "../../scripts/setup/build-server.mjs";
import { nodePath } from "./node-path.ts";

const { PATH, HOME, TMPDIR } = process.env;
const run = promisify(execFile);

/**
 * Global set-up of the tests that start the whole program: a data directory as `posthouse migrate` leaves it, because creating a
 * database takes half of a first start. First starts have tests of their own. The projects of a run share it.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.PRISTINE_DATA_DIR) return undefined;
  const { program } = await buildServer();
  const directory = await mkdtemp(join(tmpdir(), "posthouse-pristine-"));
  const env = { PATH, HOME, TMPDIR, DATA_DIR: directory };
  await run(nodePath, [program, "migrate"], { cwd: directory, env });
  // The test processes inherit the variable.
  process.env.PRISTINE_DATA_DIR = directory;
  process.env.POSTHOUSE_PROGRAM = program;
  return () => rm(directory, { recursive: true, force: true });
}

/** Creates a data directory in `parent`: a copy of the run's pristine one, or empty if there is none or another database is used. */
export async function newDataDir({ hasDatabase = true, parent = tmpdir() } = {}): Promise<string> {
  const directory = await mkdtemp(join(parent, "posthouse-"));
  const pristine = hasDatabase ? process.env.PRISTINE_DATA_DIR : undefined;
  // With owners and modes, which PostgreSQL checks.
  if (pristine) await run("cp", ["-a", `${pristine}/.`, directory]);
  return directory;
}
