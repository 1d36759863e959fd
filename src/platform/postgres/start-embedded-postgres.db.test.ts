import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { until } from "../../../test/harness/until.ts";
import { createLogger } from "../telemetry/index.ts";
import { lockDirectory } from "./home/directory-lock.ts";
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  keepEmbeddedPostgres,
  reachEmbeddedPostgres,
  startEmbeddedPostgres,
} from "./index.ts";

const log = createLogger("silent", "test");
const isRoot = process.getuid?.() === 0;
const OTHER_UID = 65_534;

/** A data directory after a first start, because creating a cluster takes most of the time of a test. */
let pristine: string;
let root: string;
let running: EmbeddedPostgres[];

beforeAll(async () => {
  pristine = await mkdtemp(join(tmpdir(), "posthouse-pg-"));
  const postgres = await startEmbeddedPostgres({ dataDir: pristine, log });
  await postgres.stop();
});
afterAll(() => rm(pristine, { recursive: true, force: true }));

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "posthouse pg ")));
  running = [];
});

afterEach(async () => {
  for (const postgres of running) await postgres.stop();
  await rm(root, { recursive: true, force: true });
});

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(root, "data"), log, ...options });
  running.push(postgres);
  return postgres;
}

/** Puts a stopped server's files into the data directory, with owners and modes. */
const useUsedDirectory = () => execFileSync("cp", ["-a", pristine, join(root, "data")]);

async function query(postgres: EmbeddedPostgres, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: postgres.connectionString });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function setting(postgres: EmbeddedPostgres, name: string): Promise<unknown> {
  return (await query(postgres, `SELECT current_setting('${name}') AS value`))[0]?.value;
}

describe("a first start", () => {
  test("provides a durable UTF-8 database behind a password", async () => {
    const postgres = await start();
    expect(await setting(postgres, "fsync")).toBe("on");
    expect(await setting(postgres, "synchronous_commit")).toBe("on");
    expect(await setting(postgres, "server_encoding")).toBe("UTF8");
    expect(await query(postgres, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user")).toEqual([
      { rolsuper: false },
    ]);
    const wrong = { ...postgres, connectionString: postgres.connectionString.replace(/:[^:@]+@/, ":wrong@") };
    await expect(query(wrong, "SELECT 1")).rejects.toThrow("password authentication failed");
  });

  test("listens on no network; only its owner can reach the socket and the password", async () => {
    const postgres = await start();
    expect(await setting(postgres, "listen_addresses")).toBe("");
    expect((await stat(join(root, "data/socket"))).mode & 0o777).toBe(0o700);
    expect((await stat(join(root, "data/postgres-password"))).mode & 0o777).toBe(0o600);
  });

  test.runIf(isRoot)("is unreachable for another user of the machine", async () => {
    useUsedDirectory();
    const postgres = await start();
    await chmod(root, 0o755);
    await chmod(join(root, "data"), 0o755);
    const socket = join(root, "data/socket/.s.PGSQL.5432");
    const script = `require("node:net").connect(process.argv[1]).on("error", (e) => console.log(e.code)).on("connect", () => process.exit(9))`;
    const visitor = spawnSync(process.execPath, ["-e", script, socket], {
      uid: OTHER_UID,
      gid: OTHER_UID,
      cwd: "/",
    });
    expect(visitor.stdout.toString().trim()).toBe("EACCES");
    expect(await query(postgres, "SELECT 1 AS alive")).toEqual([{ alive: 1 }]);
  });

  test("starts over after an initialization that was killed halfway", async () => {
    await mkdir(join(root, "data/postgres.making/base"), { recursive: true });
    await writeFile(join(root, "data/postgres.making/PG_VERSION"), "18\n");
    expect(await query(await start(), "SELECT 1 AS alive")).toEqual([{ alive: 1 }]);
  });

  test("works in a data directory whose path is too long for a socket", async () => {
    const dataDir = join(root, `it's, "quoted"`, "long ".repeat(20), "data");
    const postgres = await start({ dataDir });
    expect(await query(postgres, "SELECT 1 AS alive")).toEqual([{ alive: 1 }]);
  });
});

describe("a later start", () => {
  beforeEach(useUsedDirectory);

  test("finds the data that the previous server committed, with the same connection string", async () => {
    const first = await start();
    await query(first, "CREATE TABLE kept AS SELECT 42 AS stored");
    await first.stop();
    const second = await start();
    expect(second.connectionString).toBe(first.connectionString);
    expect(await query(second, "SELECT stored FROM kept")).toEqual([{ stored: 42 }]);
  });

  test("fails with a one-line error while the first server is running", async () => {
    await start();
    await expect(start()).rejects.toThrow(
      /^another Posthouse is running on .* another DATA_DIR and PORT for this one$/,
    );
  });

  test("restarts a killed server with all committed data (F6)", async () => {
    const first = await start();
    await query(first, "CREATE TABLE kept AS SELECT 42 AS stored");
    process.kill(first.pid, "SIGKILL");
    expect(await first.exited).toEqual({ expected: false, reason: "SIGKILL" });
    await first.stop();
    expect(await query(await start(), "SELECT stored FROM kept")).toEqual([{ stored: 42 }]);
  });

  test("ignores a pid file whose pid belongs to another process", async () => {
    const pidFile = join(root, "data/postgres/postmaster.pid");
    const lines = [process.pid, join(root, "data/postgres"), 1_700_000_000, 5432, join(root, "data/socket")];
    await writeFile(pidFile, `${lines.join("\n")}\n`);
    await mkdir(join(root, "data/socket"));
    await writeFile(join(root, "data/socket/.s.PGSQL.5432.lock"), `${lines.join("\n")}\n`);
    expect(await query(await start(), "SELECT 1 AS alive")).toEqual([{ alive: 1 }]);
  });

  test("creates a new password if the password file is lost", async () => {
    const passwordFile = join(root, "data/postgres-password");
    const before = await readFile(passwordFile, "utf8");
    await rm(passwordFile);
    expect(await query(await start(), "SELECT 1 AS alive")).toEqual([{ alive: 1 }]);
    expect(await readFile(passwordFile, "utf8")).not.toBe(before);
  });

  test("refuses the files of another PostgreSQL version with a one-line error", async () => {
    await writeFile(join(root, "data/postgres/PG_VERSION"), "17\n");
    await expect(start()).rejects.toThrow(/belongs to PostgreSQL 17, this Posthouse uses 18/);
  });
});

describe.runIf(isRoot)("as root, when namespaces are forbidden", () => {
  let moved: string[];

  beforeEach(() => {
    moved = [];
  });

  afterEach(async () => {
    for (const postgres of running) await postgres.stop();
    for (const path of moved) await rm(path, { recursive: true, force: true });
  });

  async function ownerOf(postgres: EmbeddedPostgres): Promise<number> {
    return (await stat(`/proc/${postgres.pid}`)).uid;
  }

  test("another uid runs PostgreSQL in the data directory, if that uid can enter it", async () => {
    await chmod(root, 0o755);
    const postgres = await start({ forbidNamespace: true });
    expect(await ownerOf(postgres)).toBe(64_711);
    expect(await query(postgres, "SELECT 1 AS alive")).toEqual([{ alive: 1 }]);
    expect((await stat(join(root, "data/postgres"))).uid).toBe(64_711);
  });

  test("the files move to a directory that this uid can enter, and are found again", async () => {
    const first = await start({ forbidNamespace: true });
    moved.push(join(await realpath(join(root, "data/postgres")), ".."));
    expect(moved[0]).toMatch(/^\/var\/lib\/posthouse-/);
    await query(first, "CREATE TABLE kept AS SELECT 42 AS stored");
    await first.stop();
    const second = await start({ forbidNamespace: true });
    expect(await query(second, "SELECT stored FROM kept")).toEqual([{ stored: 42 }]);
    await second.stop();
    const third = await start();
    expect(await query(third, "SELECT stored FROM kept")).toEqual([{ stored: 42 }]);
  });

  test("files that were created inside a namespace change their owner", async () => {
    await chmod(root, 0o755);
    useUsedDirectory();
    const first = await start();
    await query(first, "CREATE TABLE kept AS SELECT 42 AS stored");
    await first.stop();
    const second = await start({ forbidNamespace: true });
    expect(await query(second, "SELECT stored FROM kept")).toEqual([{ stored: 42 }]);
  });

  test("PostgreSQL runs as the owner of the data directory, who can start it later", async () => {
    const home = join(root, "home");
    await mkdir(home);
    await chown(home, 4242, 4242);
    await chmod(root, 0o755);
    await chmod(home, 0o700);
    const postgres = await start({ dataDir: join(home, "data") });
    expect(await ownerOf(postgres)).toBe(4242);
    for (const name of ["", "lock", "postgres-password", "postgres", "socket"])
      expect((await stat(join(home, "data", name))).uid).toBe(4242);
    expect(await readFile(join(home, "data/postgres-password"), "utf8")).toMatch(/^\S{32}\n$/);
  });
});

describe("servers and commands on the same directory", () => {
  const said: string[] = [];
  const reach = () =>
    reachEmbeddedPostgres({ dataDir: join(root, "data"), log, onWait: (message) => said.push(message) });
  const isAlive = async (connectionString: string) =>
    await query({ connectionString } as EmbeddedPostgres, "SELECT 1").then(
      () => true,
      () => false,
    );
  beforeEach(() => {
    said.splice(0);
    useUsedDirectory();
  });

  test("a command does not stop PostgreSQL while another one uses it, and a server waits for both", async () => {
    const [first, second] = [await reach(), await reach()];
    const released = first.release();
    await until(() => said.some((message) => message.includes("other commands")), { what: "the message" });
    expect(await isAlive(second.connectionString)).toBe(true);
    const serving = keepEmbeddedPostgres({ dataDir: join(root, "data"), log });
    await until(() => existsSync(join(root, "data/server.lock")), { what: "the first server's lock" });
    await expect(keepEmbeddedPostgres({ dataDir: join(root, "data"), log })).rejects.toThrow(
      "another Posthouse is running",
    );
    await second.release();
    await released;
    const server = await serving;
    expect(await isAlive(server.connectionString)).toBe(true);
    const third = await reach();
    await third.release();
    expect(await isAlive(server.connectionString)).toBe(true);
    await server.stop();
    expect(await isAlive(server.connectionString)).toBe(false);
  });

  test("a command waits for a server that starts, and a server that waits can be stopped", async () => {
    const lock = lockDirectory(join(root, "data"));
    const reaching = reach();
    await until(() => said.some((message) => message.includes("start or stop")), { what: "the message" });
    const abandoning = new AbortController();
    const serving = keepEmbeddedPostgres({ dataDir: join(root, "data"), log, abandon: abandoning.signal });
    abandoning.abort();
    await expect(serving).rejects.toThrow("abort");
    lock.release();
    const reached = await reaching;
    expect(await isAlive(reached.connectionString)).toBe(true);
    await reached.release();
  });
});
