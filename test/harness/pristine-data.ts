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
 * Global set-up of the tests that start the whole program: one data directory as `posthouse migrate` leaves it. Making a database
 * takes half of a first start; what a first start does besides, and that it makes one, tests of their own show.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const { program } = await buildServer();
  const directory = await mkdtemp(join(tmpdir(), "posthouse-pristine-"));
  const env = { PATH, HOME, TMPDIR, DATA_DIR: directory };
  await run(nodePath, [program, "migrate"], { cwd: directory, env });
  // The processes that run the tests inherit it.
  process.env.PRISTINE_DATA_DIR = directory;
  process.env.POSTHOUSE_PROGRAM = program;
  return () => rm(directory, { recursive: true, force: true });
}

/** A new data directory: a copy of the run's pristine one, or empty where there is none. */
export async function newDataDir(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "posthouse-"));
  const pristine = process.env.PRISTINE_DATA_DIR;
  // Owners and modes too: PostgreSQL insists on both.
  if (pristine) await run("cp", ["-a", `${pristine}/.`, directory]);
  return directory;
}
