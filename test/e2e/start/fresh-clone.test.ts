import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { freePort } from "../../harness/posthouse.ts";
import { type Checkout, copyCheckout } from "./checkout.ts";
import { interrupt, type Run, runCommand } from "./run-command.ts";

const isRoot = process.getuid?.() === 0;
/** An ordinary user that every system has. */
const NOBODY_UID = 65_534;

let checkout: Checkout;
let running: Run[];

beforeAll(async () => {
  checkout = await copyCheckout();
});
beforeEach(() => {
  running = [];
});
afterEach(async () => {
  for (const run of running) await interrupt(run);
});
afterAll(() => checkout.remove());

type Start = { command?: string[]; env?: Record<string, string>; uid?: number };

async function start({ command = ["node", "scripts/posthouse.mjs", "serve"], env = {}, uid }: Start = {}) {
  const port = await freePort();
  const run = runCommand(command, {
    cwd: checkout.path,
    env: { PORT: String(port), ...env },
    ...(uid !== undefined && { uid }),
  });
  running.push(run);
  await run.says("is ready");
  return { run, port };
}

/** Roles of this checkout's instances that run as a user. */
async function rolesOf(uid: number): Promise<string[]> {
  const roles: string[] = [];
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const [line, owner] = await Promise.all([
      readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""),
      stat(`/proc/${pid}`).catch(() => null),
    ]);
    const [, program = "", command, role] = line.split("\0");
    if (owner?.uid === uid && program.startsWith(checkout.path) && command === "role") roles.push(role ?? "");
  }
  return roles.sort();
}

async function page(port: number): Promise<{ status: number; text: string }> {
  const response = await fetch(`http://127.0.0.1:${port}/`);
  return { status: response.status, text: await response.text() };
}

// In one test, because a build takes 15 seconds of a core.
test("npm start needs no tools for tests, also for root in another user's private checkout; it builds once for two that start at the same time, serves and shows how to sign in; a later start of that user repeats nothing", async () => {
  if (isRoot) checkout.giveTo(NOBODY_UID);
  const [first, other] = await Promise.all([
    start({ command: ["npm", "start", "--", "--workers", "2"] }),
    start({ env: { DATA_DIR: "other data" } }),
  ]);
  const both = first.run.output() + other.run.output();
  expect(both.match(/Building the dashboard/g)).toHaveLength(1);
  expect(both.match(/Building the server/g)).toHaveLength(1);
  expect(both).not.toContain("Installing packages");
  expect(first.run.output()).toContain(`http://localhost:${first.port}`);
  expect(first.run.output()).toContain("admin@example.com, password posthouse");
  expect(first.run.output()).toContain("stays in the dashboard's inbox");
  expect(await page(first.port)).toMatchObject({ status: 200, text: expect.stringContaining("<div id=") });
  expect(await page(other.port)).toMatchObject({ status: 200 });
  if (isRoot) {
    expect(await rolesOf(NOBODY_UID)).toEqual(["api", "api", "worker", "worker", "worker"]);
    expect(both).not.toContain("instance.root_kept");
    for (const built of ["dashboard/dist", "dist"])
      expect((await stat(join(checkout.path, built))).uid).toBe(NOBODY_UID);
  }
  await interrupt(first.run);
  await expect(page(first.port)).rejects.toThrow("fetch failed");
  await interrupt(other.run);

  const second = await start(isRoot ? { uid: NOBODY_UID } : {});
  expect(second.run.output()).not.toMatch(/Installing|Building/);
  expect(await page(second.port)).toMatchObject({ status: 200 });
  if (isRoot) expect((await stat(`/proc/${second.run.pid}`)).uid).toBe(NOBODY_UID);
  expect((await interrupt(second.run)).code).toBe(0);
});
