import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { TEST_CERTIFICATE } from "../../../../test/harness/smtp-certificate.ts";
import { startSmtpSink } from "../../../../test/harness/smtp-server.ts";
import { loadConfig } from "../../../config.ts";
import { runChecks } from "../run-checks.ts";
import { certificateCheck } from "./certificate.ts";
import type { Check, CheckContext, Delivery, Finding } from "./check.ts";
import { clockCheck, databaseCheck } from "./database.ts";
import { diskCheck } from "./machine.ts";
import { workerCheck } from "./queue.ts";
import { relayCheck } from "./relay.ts";

const database = useDatabase();
const dns: CheckContext["dns"] = { query: () => Promise.reject(new Error("these checks query no DNS")) };
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "checks-"));
});
afterEach(() => vi.useRealTimers());
afterAll(() => rm(directory, { recursive: true }));

const levelsOf = (findings: Finding[]) => findings.map(({ level }) => level);
const problemsOf = (findings: Finding[]) => findings.filter(({ level }) => level !== "ok");

const examineDatabase = async () =>
  problemsOf(await databaseCheck.examine({ config: loadConfig({}), database }));
/** The tests' PostgreSQL is fast and not crash-safe (test/harness/global-database.ts). */
const notDurable = {
  level: "failed",
  words: "accepted mail can be lost in a crash: fsync, full_page_writes are off",
  next: expect.stringContaining("ALTER SYSTEM SET"),
};

test("a database that may lose commits is a failure with its remedy (F7)", async () => {
  expect(await examineDatabase()).toMatchObject([notDurable]);
});

test("a database of an older version asks for its migrations (F20)", async () => {
  const { rows } = await database.pool.query(
    "DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations) RETURNING name",
  );
  try {
    expect(await examineDatabase()).toMatchObject([
      notDurable,
      {
        level: "warning",
        words: "1 migration is pending",
        next: expect.stringContaining("posthouse migrate"),
      },
    ]);
  } finally {
    await database.pool.query("INSERT INTO schema_migrations (name) VALUES ($1)", [rows[0].name]);
  }
});

test("a clock that agrees with the database's is no problem", async () => {
  expect(levelsOf(await clockCheck.examine({ database }))).toEqual(["ok"]);
});

test("a clock that differs from the database's is a warning (F12)", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  expect(await clockCheck.examine({ database })).toMatchObject([
    { level: "warning", words: expect.stringMatching(/by (59|60|61) s$/) },
  ]);
});

test("a data directory that other users can read is a warning with the command that closes it", async () => {
  const examine = () => diskCheck.examine({ config: loadConfig({ DATA_DIR: directory }) });
  await chmod(directory, 0o755);
  expect((await examine())[0]).toMatchObject({ level: "warning", next: `chmod 700 '${directory}'` });
  await chmod(directory, 0o700);
  expect((await examine())[0]).toMatchObject({ level: "ok" });
});

test("a data directory that does not exist yet is no problem", async () => {
  const config = loadConfig({ DATA_DIR: join(directory, "later") });
  const [finding, space] = await diskCheck.examine({ config });
  expect(finding).toMatchObject({ level: "ok", words: expect.stringContaining("will be created") });
  expect(space?.words).toContain(directory);
});

/** `now`: the time at which the certificate is examined. */
async function examineCertificate(cert: string, now?: Date): Promise<Finding[]> {
  const [certFile, keyFile] = [join(directory, "cert.pem"), join(directory, "key.pem")];
  await writeFile(certFile, cert);
  await writeFile(keyFile, TEST_CERTIFICATE.key);
  const config = loadConfig({ SMTP_TLS_CERT: certFile, SMTP_TLS_KEY: keyFile });
  if (now) vi.useFakeTimers({ toFake: ["Date"], now });
  return await certificateCheck.examine({ config, delivery: null });
}

test.each([
  ["is valid", 400, "ok"],
  ["expires in ten days", 10, "warning"],
  ["has expired", -2, "failed"],
])("a certificate that %s", async (_, daysLeft, level) => {
  const { validToDate } = new X509Certificate(TEST_CERTIFICATE.cert);
  const now = new Date(validToDate.getTime() - daysLeft * 86_400_000);
  expect(levelsOf(await examineCertificate(TEST_CERTIFICATE.cert, now))).toEqual([level]);
});

test.each([
  ["capture", "ok"],
  ["relay", "warning"],
  ["direct", "warning"],
] as const)("in mode %s, a self-signed certificate is: %s", async (mode, level) => {
  const examined = certificateCheck.examine({ config: loadConfig({}), delivery: { mode, relay: null } });
  expect(levelsOf(await examined)).toEqual([level]);
});

test("a certificate that the server refuses is a failure: a missing file, another key, no PEM", async () => {
  await examineCertificate(TEST_CERTIFICATE.cert);
  const [certFile, keyFile] = [join(directory, "cert.pem"), join(directory, "key.pem")];
  const config = loadConfig({ SMTP_TLS_CERT: certFile, SMTP_TLS_KEY: keyFile });
  await rm(certFile);
  const examine = () => certificateCheck.examine({ config, delivery: null });
  expect(await examine()).toMatchObject([
    { level: "failed", words: expect.stringContaining("SMTP_TLS_CERT cannot be read") },
  ]);
  await writeFile(certFile, "no certificate");
  expect(await examine()).toMatchObject([{ level: "failed", words: expect.stringContaining("not a PEM") }]);
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  await writeFile(certFile, TEST_CERTIFICATE.cert);
  await writeFile(keyFile, privateKey.export({ type: "pkcs8", format: "pem" }));
  expect(await examine()).toMatchObject([
    { level: "failed", words: expect.stringContaining("does not belong") },
  ]);
});

test.each(["", "postgresql://x:y@127.0.0.1:1/z"])(
  "a data directory that cannot be created is a failure, also with DATABASE_URL=%s",
  async (url) => {
    const file = join(directory, "file");
    await writeFile(file, "");
    const examine = (path: string) =>
      diskCheck.examine({ config: loadConfig({ DATA_DIR: path, DATABASE_URL: url }) });
    expect((await examine(join(file, "data")))[0]).toMatchObject({ level: "failed" });
    expect((await examine(file))[0]).toMatchObject({ level: "failed" });
    expect(levelsOf(await examine(join(directory, "new", "data")))[0]).toBe("ok");
  },
);

test("an empty database is no problem", async () => {
  const names = (await database.pool.query("SELECT name FROM schema_migrations")).rows.map(
    ({ name }) => name,
  );
  await database.pool.query("DELETE FROM schema_migrations");
  try {
    expect(await examineDatabase()).toEqual([expect.objectContaining(notDurable)]);
  } finally {
    await database.pool.query("INSERT INTO schema_migrations (name) SELECT unnest($1::text[])", [names]);
  }
});

test("if the database cannot be read, the delivery mode is unknown instead of test mode", async () => {
  const examined = await relayCheck.examine({ config: loadConfig({}), delivery: null });
  expect(examined).toMatchObject([{ level: "unknown" }]);
});

test("without any process, Posthouse is not running; with others, the worker is missing", async () => {
  expect(await workerCheck.examine({ database })).toMatchObject([
    { level: "warning", words: "Posthouse is not running" },
  ]);
  await database.pool.query(
    "INSERT INTO processes (id, role, node, pid, gauges) VALUES (gen_random_uuid(), 'api', 'a', 1, '{}')",
  );
  expect(await workerCheck.examine({ database })).toMatchObject([{ level: "failed" }]);
});

test("a check that fails to run is unknown and does not affect the others", async () => {
  const broken: Check = {
    id: "broken",
    title: "Broken",
    examine: () => Promise.reject(new Error("a fault of the check")),
  };
  const results = await runChecks([broken, clockCheck], {
    config: loadConfig({}),
    database,
    dns,
    delivery: { mode: "capture", relay: null },
  });
  expect(results.map(({ id, findings }) => [id, levelsOf(findings)])).toEqual([
    ["broken", ["unknown"]],
    ["clock", ["ok"]],
  ]);
  expect(results[0]?.findings[0]?.words).toBe("could not be checked: a fault of the check");
});

const examineRelay = (env: Record<string, string>, relay: Delivery["relay"] = null) => {
  const config = loadConfig(env);
  const mode = config.deliveryOverride?.mode ?? "capture";
  return relayCheck.examine({ config, delivery: { mode, relay } });
};

test("the relay from the settings is tested as workers use it, and no mail is sent", async () => {
  const sink = await startSmtpSink({ auth: ["PLAIN"] });
  try {
    const relay = `smtp://user:secret@127.0.0.1:${sink.port}`;
    expect(await examineRelay({ SMTP_RELAY_URL: relay })).toMatchObject([
      { level: "ok", words: expect.stringContaining("accepts the password") },
    ]);
    sink.setScript({ auth: "535 5.7.8 Wrong" });
    const refused = await examineRelay({ SMTP_RELAY_URL: relay });
    expect(refused).toMatchObject([{ level: "failed", words: expect.stringContaining("fails at auth") }]);
    expect(JSON.stringify(refused)).not.toContain("secret");
    expect(sink.commands.filter((line) => /^(MAIL|RCPT|DATA)/.test(line))).toEqual([]);
  } finally {
    await sink.close();
  }
});

test("test mode is no problem, unless the environment sets it although a relay is there", async () => {
  expect(levelsOf(await examineRelay({}))).toEqual(["ok"]);
  const captured = { DELIVERY: "capture", SMTP_RELAY_URL: "smtp://127.0.0.1:1" };
  expect(levelsOf(await examineRelay(captured))).toEqual(["warning"]);
});

test.each([
  ["none", null, "failed"],
  ["one that works", { name: "eu", lastError: null }, "ok"],
  ["one in cooldown", { name: "eu", lastError: "535 no" }, "failed"],
])("the relay of the dashboard: %s", async (_title, relay, level) => {
  expect(levelsOf(await examineRelay({ DELIVERY: "relay" }, relay))).toEqual([level]);
});
