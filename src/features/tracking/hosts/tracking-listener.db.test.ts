import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { startDatabaseProxy } from "../../../../test/harness/database-proxy.ts";
import { servedSerial } from "../../../../test/harness/served-certificate.ts";
import { until } from "../../../../test/harness/until.ts";
import { type Database, openDatabase } from "../../../platform/db/index.ts";
import { openInstanceSecrets } from "../../../platform/secrets/index.ts";
import { makeSelfSigned } from "../../../platform/smtp-server/certificate/self-signed.ts";
import { startTrackingListener } from "./tracking-listener.ts";

const database = useDatabase();
const down = openDatabase("postgres://127.0.0.1:1/nothing", { max: 1 });
const secrets = openInstanceSecrets({ dataDir: "/nowhere", key: "k".repeat(32) });
let directory: string;

beforeEach(async () => {
  await database.pool.query("TRUNCATE tracking_certificates");
  directory = await mkdtemp(join(tmpdir(), "certificates-"));
  // A listener that was closed may still write.
  onTestFinished(() => rm(directory, { recursive: true, maxRetries: 3 }));
});

async function issue(host: string, validFor = "90 days"): Promise<void> {
  const { cert, key } = await makeSelfSigned(host);
  await database.pool.query(
    `INSERT INTO tracking_certificates (host, chain, private_key_sealed, expires_at) VALUES ($1, $2, $3, now() + $4::interval)
     ON CONFLICT (host) DO UPDATE SET chain = excluded.chain, private_key_sealed = excluded.private_key_sealed, expires_at = excluded.expires_at`,
    [host, cert, secrets.seal("tracking certificate", Buffer.from(key)), validFor],
  );
}

/** A listener of a process that starts now. Returns the serial number of the certificate of a host. Null: the handshake failed. */
async function listen(of: Database, { keeps }: { keeps?: number } = {}) {
  const listener = await startTrackingListener({
    host: "127.0.0.1",
    port: 0,
    database: of,
    secrets,
    directory,
    onRequest: (_, response) => response.end(),
  });
  onTestFinished(() => listener.close());
  if (keeps !== undefined)
    await until(async () => (await files()).length === keeps, { what: `${keeps} files of certificates` });
  return (servername: string) => servedSerial({ port: listener.port, servername, rejectUnauthorized: false });
}
const files = async () => (await readdir(directory)).filter((name) => name.endsWith(".json"));

describe("while the database is down, tracking hosts are served over https (H4)", () => {
  beforeEach(async () => {
    await issue("links.shop.example");
    await issue("go.other.example");
  });

  test("also those that the process has not served before, without waiting for the database", async () => {
    const proxy = await startDatabaseProxy(database.connectionString);
    const slow = openDatabase(proxy.connectionString, { max: 2 });
    onTestFinished(async () => {
      await proxy.close();
      await slow.close();
    });
    const serialOf = await listen(slow, { keeps: 2 });
    const first = await serialOf("links.shop.example");
    // Requests get no response, and are not refused.
    proxy.hold();
    expect(first).not.toBeNull();
    expect(await serialOf("links.shop.example")).toBe(first);
    expect(await serialOf("LINKS.shop.example")).toBe(first);
    expect(await serialOf("go.other.example")).not.toBeNull();
  });

  test("also by a process that starts then, from files whose private keys are sealed", async () => {
    await listen(database, { keeps: 2 });
    const serialOf = await listen(down);
    expect(await serialOf("links.shop.example")).not.toBeNull();
    expect(await serialOf("go.other.example")).not.toBeNull();
    expect(await serialOf("../links.shop.example")).toBeNull();
    for (const name of await files()) {
      const path = join(directory, name);
      expect(await readFile(path, "utf8")).not.toContain("PRIVATE KEY");
      expect((await stat(path)).mode & 0o777).toBe(0o600);
    }
  });
});

test("a host whose certificate was just issued is served at once", async () => {
  const serialOf = await listen(database);
  await issue("links.new.example");
  expect(await serialOf("links.new.example")).not.toBeNull();
  expect(await serialOf("links.unknown.example")).toBeNull();
});

test("a renewed certificate replaces the one in use, and in the file", async () => {
  await issue("links.shop.example");
  const serialOf = await listen(database, { keeps: 1 });
  const first = await serialOf("links.shop.example");
  await issue("links.shop.example", "91 days");
  const renewed = await until(
    async () => {
      const serial = await serialOf("links.shop.example");
      return serial !== first && serial;
    },
    { what: "the renewed certificate", every: 200 },
  );
  expect(await (await listen(down))("links.shop.example")).toBe(renewed);
}, 30_000);

test("the file of a host that is forgotten is deleted", async () => {
  await issue("links.shop.example");
  await listen(database, { keeps: 1 });
  await database.pool.query("TRUNCATE tracking_certificates");
  await listen(database, { keeps: 0 });
});

test("an expired certificate is not served from the disk", async () => {
  await issue("links.shop.example", "-1 day");
  await listen(database, { keeps: 1 });
  expect(await (await listen(down))("links.shop.example")).toBeNull();
});

test.each(["", "{}", '{"chain": "a", "key": "b", "expires_at": "2100-01-01"}'])(
  "a damaged file (%s) is not used, and is written again",
  async (text) => {
    await issue("links.shop.example");
    await listen(database, { keeps: 1 });
    const [name = ""] = await files();
    await writeFile(join(directory, name), text);
    expect(await (await listen(down))("links.shop.example")).toBeNull();
    expect(await (await listen(database))("links.shop.example")).not.toBeNull();
    await until(async () => (await readFile(join(directory, name), "utf8")).includes("CERTIFICATE"), {
      what: "the repaired file",
    });
  },
);
