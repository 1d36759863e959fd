/** `posthouse backup`, `restore` and `upgrade --check`, with the embedded PostgreSQL, as an operator runs them. */
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { holdIfRestored } from "../../../src/features/queue/index.ts";
import { openDatabase } from "../../../src/platform/db/index.ts";
import { loadEmail, sendEmail, signUpAndCreateKey } from "../../harness/api-client.ts";
import { createTestDatabase, runSql } from "../../harness/database.ts";
import { nodePath } from "../../harness/node-path.ts";
import { type Posthouse, program, startPosthouse, stopAndRemove } from "../../harness/posthouse.ts";
import { until } from "../../harness/until.ts";
import { runCommand } from "./run-command.ts";

let directory: string;
let original: Posthouse;
let restored: Posthouse | undefined;
let key: string;
let captured: string;
let due: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "posthouse-backup-"));
  // Without a worker, mail that is due stays in the queue.
  original = await startPosthouse({ roles: ["api"], dataDir: join(directory, "original") });
  key = (await signUpAndCreateKey(original)).key;
  const text = { to: "ada@example.com", text: "Hello Ada" };
  captured = await sendEmail(original.baseUrl, key, {
    ...text,
    subject: "Tomorrow",
    scheduled_at: "in 1 day",
  });
  due = await sendEmail(original.baseUrl, key, { ...text, subject: "Due" });
});
afterAll(async () => {
  await stopAndRemove(restored);
  await stopAndRemove(original);
  await rm(directory, { recursive: true, force: true });
});

const posthouse = (args: string[], dataDir: string, env: Record<string, string> = {}) =>
  runCommand([nodePath, program, ...args], { cwd: directory, env: { DATA_DIR: dataDir, ...env } }).ended;
const of = (name: string) => join(directory, name);

test("a backup of a running server is one file for its owner, and says what it lacks", async () => {
  const made = await posthouse(["backup", "plain.backup"], original.dataDir);
  expect(made.code, made.stderr).toBe(0);
  expect(made.stderr).toMatch(/^Backup written to plain\.backup: [\d,]+ rows, [\d.]+ MB, [\d.]+ s\.\n/);
  expect(made.stderr).toContain("It does not contain the secret key.");
  expect((await stat(of("plain.backup"))).mode & 0o777).toBe(0o600);
  const again = await posthouse(["backup", "plain.backup"], original.dataDir);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("plain.backup exists") });
  const nowhere = await posthouse(["backup", "no/such/place.backup"], original.dataDir);
  expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining("cannot be written (ENOENT)") });
  const whole = await posthouse(["backup", "whole.backup", "--with-secret-key", "--json"], original.dataDir);
  expect(JSON.parse(whole.stdout)).toMatchObject({ file: "whole.backup", secret_key: true });
});

test("a restore refuses a running server, other files and damaged backups", async () => {
  const running = await posthouse(["restore", "whole.backup"], original.dataDir);
  expect(running).toMatchObject({ code: 1, stderr: expect.stringContaining("stop all nodes first") });
  await writeFile(of("other.txt"), "no backup");
  const cut = of("cut.backup");
  await writeFile(cut, await readFile(of("whole.backup")));
  await truncate(cut, (await stat(cut)).size - 100);
  for (const [file, message] of [
    ["other.txt", "is not a backup made by posthouse backup"],
    ["cut.backup", "the backup is incomplete"],
    ["none.backup", "cannot be read (ENOENT)"],
  ] as const) {
    const { code, stderr } = await posthouse(["restore", file], of("refused"));
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  }
});

test("another machine continues from the backup, holds what was due, and keeps the secret key", async () => {
  const dataDir = of("restored");
  const done = await posthouse(["restore", "whole.backup"], dataDir);
  expect(done.code, done.stderr).toBe(0);
  expect(done.stderr).toContain("Mail that was due is held at the next start");
  expect(await readFile(join(dataDir, "secret.key"), "utf8")).toBe(
    await readFile(join(original.dataDir, "secret.key"), "utf8"),
  );
  const again = await posthouse(["restore", "whole.backup"], dataDir);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("this database is not empty") });
  restored = await startPosthouse({ dataDir });
  const stateOf = async (id: string) => (await loadEmail(restored?.baseUrl ?? "", key, id)).status;
  await until(async () => (await stateOf(due)) === "uncertain", { what: "the due email to be held" });
  expect(await stateOf(captured)).toBe("queued");
  const fresh = await sendEmail(restored.baseUrl, key, { to: "bob@example.com", subject: "New", text: "x" });
  await until(async () => (await stateOf(fresh)) === "captured", { what: "new mail" });
});

test("another secret key than that of the backup is refused before anything is written", async () => {
  const other = { SECRET_KEY: "another secret key, which is long enough" };
  const refused = await posthouse(["restore", "whole.backup"], of("other-key"), other);
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("another secret key than SECRET_KEY"),
  });
  const plain = await posthouse(["restore", "plain.backup"], of("other-key"));
  expect(plain.code, plain.stderr).toBe(0);
  expect(plain.stderr).toContain("The backup has no secret key");
});

test("without a place for the secret key, nothing is restored", async () => {
  const { connectionString, drop } = await createTestDatabase();
  onTestFinished(drop);
  const env = { DATABASE_URL: connectionString };
  // Below a file, no directory can be made.
  const refused = await posthouse(["restore", "whole.backup"], of("whole.backup/data"), env);
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/secret key of the backup cannot be stored in .* \(ENOTDIR\)/),
  });
  const restoredNow = await posthouse(["restore", "whole.backup"], of("other-place"), env);
  expect(restoredNow.code, restoredNow.stderr).toBe(0);
  expect(await readFile(of("other-place/secret.key"), "utf8")).toBe(
    await readFile(join(original.dataDir, "secret.key"), "utf8"),
  );
});

test("mail that was due is held also in the emptied database of the backup", async () => {
  const { connectionString, drop } = await createTestDatabase();
  onTestFinished(drop);
  const env = { DATABASE_URL: connectionString };
  const succeeds = async (...args: string[]) => {
    const { code, stderr } = await posthouse(args, of("same"), env);
    expect(code, stderr).toBe(0);
  };
  const start = async () => {
    const database = openDatabase(connectionString, { max: 2 });
    return await holdIfRestored(database).finally(database.close);
  };
  await succeeds("restore", "whole.backup");
  // Now it is the database in which the mail was accepted.
  await runSql(connectionString, "DELETE FROM database_identity");
  expect(await start()).toBe(null);
  await succeeds("backup", "same.backup");
  await runSql(connectionString, "TRUNCATE accounts CASCADE");
  await succeeds("restore", "same.backup");
  expect(await start()).toBe(1);
  expect(await start()).toBe(null);
});

test("of two backups with one name, one is written and the other is refused", async () => {
  const both = await Promise.all([1, 2].map(() => posthouse(["backup", "one.backup"], original.dataDir)));
  expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(both.find(({ code }) => code === 1)?.stderr).toContain("one.backup exists: remove it");
  expect((await readdir(directory)).filter((name) => name.startsWith("one."))).toEqual(["one.backup"]);
  const loaded = await posthouse(["restore", "one.backup"], of("one"));
  expect(loaded.code, loaded.stderr).toBe(0);
});

test("upgrade --check says that nothing is pending, and upgrade alone what to do", async () => {
  const check = await posthouse(["upgrade", "--check"], original.dataDir);
  expect(check.code, check.stderr).toBe(0);
  expect(check.stdout).toMatch(
    /^Posthouse \S+\nDatabase: [\d,]+ MB, [\d,]+ MB free on its disk\nQueue: 2 recipients\./,
  );
  expect(check.stdout).toContain("The database is up to date.");
  const json = await posthouse(["upgrade", "--check", "--json"], original.dataDir);
  expect(JSON.parse(json.stdout)).toMatchObject({ pending_migrations: [], queued_recipients: 2 });
  const alone = await posthouse(["upgrade"], original.dataDir);
  expect(alone).toMatchObject({ code: 1, stderr: expect.stringContaining("upgrade needs --check") });
});

test.each([
  ["is on a full disk", '"$0" "$1" backup - > /dev/full', "ENOSPC"],
  // The last write is cut short, as on a disk that is full then.
  ["lacks space for the end", 'ulimit -f "$BLOCKS"; "$0" "$1" backup - > short.backup', "EFBIG"],
  ["is closed", '{ "$0" "$1" backup -; echo "code $?" >&2; } | :', "EPIPE"],
])("a backup on standard output that %s fails with one line", async (_what, script, code) => {
  const { size } = await stat(of("plain.backup"));
  const env = { DATA_DIR: original.dataDir, BLOCKS: String(Math.floor(size / 512) - 1) };
  const shell = ["sh", "-c", `${script}; echo "code $?" >&2`, nodePath, program];
  const { stderr } = await runCommand(shell, { cwd: directory, env }).ended;
  const expected = `posthouse: standard output cannot be written (${code}): choose another place\ncode 1\n`;
  expect(stderr.slice(0, expected.length)).toBe(expected);
});

test("a backup on standard output contains no log lines, and a restored database has no running processes", async () => {
  await restored?.kill("supervisor");
  const command = ["sh", "-c", '"$0" "$1" backup - > piped.backup', nodePath, program];
  const made = await runCommand(command, { cwd: directory, env: { DATA_DIR: of("restored") } }).ended;
  expect(made.code, made.stderr).toBe(0);
  // The command logs that it stops the PostgreSQL of the killed server.
  expect(made.stderr).toContain("postgres.orphan_stopped");
  expect((await readFile(of("piped.backup"), "latin1")).slice(0, 19)).toBe("POSTHOUSE BACKUP 1\n");
  const { connectionString, drop } = await createTestDatabase();
  onTestFinished(drop);
  const loaded = await posthouse(["restore", "piped.backup"], of("external"), {
    DATABASE_URL: connectionString,
  });
  expect(loaded.code, loaded.stderr).toBe(0);
  const database = openDatabase(connectionString, { max: 1 });
  const { rows } = await database.pool.query(
    "SELECT (SELECT count(*) FROM emails) AS emails, (SELECT count(*) FROM processes) AS processes",
  );
  await database.close();
  expect(rows).toEqual([{ emails: 3, processes: 0 }]);
});
