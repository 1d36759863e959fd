import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockDirectory } from "../../../src/platform/postgres/home/directory-lock.ts";
import { createTestDatabase, runSql } from "../../harness/database.ts";
import { nodePath } from "../../harness/node-path.ts";
import { freePort, program, startPosthouse, stopAndRemove } from "../../harness/posthouse.ts";
import { until } from "../../harness/until.ts";
import { interrupt, runCommand } from "./run-command.ts";

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "posthouse-refuse-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Runs `serve` with these settings, which must fail with exactly one line of output. Returns the line. */
async function refusal(env: Record<string, string>, args: string[] = []): Promise<string> {
  const port = String(await freePort());
  const run = runCommand([nodePath, program, "serve", ...args], {
    cwd: directory,
    env: { PORT: port, DATA_DIR: join(directory, "data"), ...env },
  });
  const { code, stdout, stderr } = await run.ended;
  expect({ code, lines: stderr.split("\n").length, banner: stdout.includes("is ready") }).toEqual({
    code: 1,
    lines: 2,
    banner: false,
  });
  return stderr.trim();
}

test("a port that is in use", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  expect(await refusal({ PORT: String(port) })).toBe(
    `posthouse: port ${port} is in use: stop the program that uses it, or set PORT to a free port`,
  );
  server.close();
  expect(await readdir(directory)).toEqual([]);
});

test("a configured SMTP port that is in use", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  expect(await refusal({ SMTP_PORT: String(port), SMTPS_PORT: "0" })).toBe(
    `posthouse: port ${port} is in use, so no mail is accepted there: stop the program that uses it, or set SMTP_PORT to a free port`,
  );
  server.close();
});

test("a port for tracking hosts that is in use", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  expect(await refusal({ TRACKING_HTTPS_PORT: String(port) }, ["--roles", "api"])).toBe(
    `posthouse: port ${port} is in use: stop the program that uses it, or set TRACKING_HTTPS_PORT to a free port`,
  );
  server.close();
});

test("a data directory that is not writable", async () => {
  await writeFile(join(directory, "file"), "");
  expect(await refusal({ DATA_DIR: join(directory, "file/data") })).toMatch(
    /^posthouse: the data directory .*file\/data is not writable \(ENOTDIR\): set DATA_DIR to a writable one/,
  );
});

test.each([
  [{ PORT: "eighty" }, [], /^posthouse: PORT must be a whole number .*, e\.g\. PORT=8080$/],
  [
    { DATABASE_URL: "mysql://x" },
    [],
    /^posthouse: DATABASE_URL must be a URL that begins with postgres:\/\//,
  ],
  [{}, ["--roles", "api,smpt"], /^posthouse: --roles takes some of api, smtp, inbound, worker.*not "smpt"$/],
  [{ SMTP_TLS_CERT: "cert.pem" }, [], /^posthouse: SMTP_TLS_CERT and SMTP_TLS_KEY belong together/],
  [{}, ["--workers", "0"], /^posthouse: --workers takes a number/],
  [{}, ["--wokers", "2"], /^posthouse: Unknown option '--wokers'/],
  [
    { DATABASE_URL: "postgresql://user:secret@127.0.0.1:1/none" },
    [],
    /^posthouse: the database cannot be reached \(ECONNREFUSED\): start it, or correct DATABASE_URL$/,
  ],
] as const)("a wrong setting or option: %j %j", async (env, args, line) => {
  expect(await refusal(env, [...args])).toMatch(line);
});

test("a database of a newer version, which stays as it is (F20)", async () => {
  const database = await createTestDatabase();
  await runSql(database.connectionString, "INSERT INTO schema_migrations (name) VALUES ('9999_future.sql')");
  expect(await refusal({ DATABASE_URL: database.connectionString })).toMatch(
    /^posthouse: the database was migrated by a newer Posthouse \(9999_future\.sql\); start that version/,
  );
  await database.drop();
});

test("a node stops with the reason once another version has migrated its database (F20)", async () => {
  const database = await createTestDatabase();
  const posthouse = await startPosthouse({ database });
  await runSql(database.connectionString, "INSERT INTO schema_migrations (name) VALUES ('9999_future.sql')");
  await until(() => posthouse.exitCode !== null, { within: 60_000, what: "the end of the node" });
  expect(posthouse.exitCode).toBe(1);
  expect(posthouse.logs.filter((line) => line.startsWith("posthouse: "))).toEqual([
    "posthouse: the database was migrated by a newer Posthouse (9999_future.sql); start that version, or restore a backup",
  ]);
  expect(posthouse.logs.join("\n")).not.toContain("process.died");
  await expect(posthouse.start()).rejects.toThrow("migrated by a newer Posthouse");
  await stopAndRemove(posthouse);
});

const command = (...args: string[]) =>
  runCommand([nodePath, program, ...args], { cwd: directory, env: { DATA_DIR: join(directory, "data") } });

test.each(["keys list --account a@example.com", "backup", "admin adopt-key", "upgrade --check"])(
  "a command in a directory without a database creates none: %s",
  async (line) => {
    const { code, stderr } = await command(...line.split(" ")).ended;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^posthouse: there is no Posthouse in \/.*\/data: run the command in .*\n$/,
      ),
    });
    expect(await readdir(directory)).toEqual([]);
  },
);

test("a command says that it waits for a server that is starting, and Ctrl-C ends it", async () => {
  await mkdir(join(directory, "data", "postgres"), { recursive: true });
  const starting = lockDirectory(join(directory, "data"));
  const run = command("keys", "list", "--account", "admin@example.com");
  await run.says("waiting for another Posthouse on");
  const { code, signal } = await interrupt(run);
  expect({ code, signal }).toEqual({ code: 130, signal: null });
  starting.release();
});

test("a data directory that another instance uses", async () => {
  const posthouse = await startPosthouse();
  expect(await refusal({ DATA_DIR: posthouse.dataDir })).toMatch(
    /^posthouse: another Posthouse is running on .*: stop it, or set another DATA_DIR and PORT for this one$/,
  );
  expect(await posthouse.isReady()).toBe(true);
  await stopAndRemove(posthouse);
});
