import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { createTestDatabase } from "./database.ts";
import { startPosthouse, stopAndRemove } from "./posthouse.ts";

/** A program that many files use at once, each with an account of its own. */
export type SharedProgram = { baseUrl: string; databaseUrl: string; logPath: string };

declare module "vitest" {
  export interface ProvidedContext {
    sharedProgram: SharedProgram;
  }
}

/** Global set-up of the browser tests, because a program for each file takes two seconds of a core. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), "posthouse-shared-"));
  const logPath = join(directory, "log");
  const { postgresUrl } = project.getProvidedContext();
  const database = await createTestDatabase({ postgresUrl });
  const posthouse = await startPosthouse({ database, logPath });
  const { baseUrl } = posthouse;
  project.provide("sharedProgram", { baseUrl, databaseUrl: database.connectionString, logPath });
  return async () => {
    await stopAndRemove(posthouse);
    await rm(directory, { recursive: true });
  };
}
