/** Certificates of tracking hosts, from an authority whose certificates are valid for ten minutes. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpAndCreateKey } from "../harness/api-client.ts";
import { startPebble } from "../harness/pebble.ts";
import { freePort, type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { childrenOf } from "../harness/processes.ts";
import { runSql } from "../harness/run-sql.ts";
import { servedSerial } from "../harness/served-certificate.ts";
import { until } from "../harness/until.ts";

const VALID_SECONDS = 600;
const HOST = "links.shop.test";

let posthouse: Posthouse;
let pebble: Awaited<ReturnType<typeof startPebble>>;
let httpsPort: number;

beforeAll(async () => {
  const port = await freePort();
  httpsPort = await freePort();
  pebble = await startPebble(port, { validSeconds: VALID_SECONDS });
  posthouse = await startPosthouse({
    port,
    roles: ["api"],
    env: {
      TRACKING_HTTPS_PORT: String(httpsPort),
      ACME_DIRECTORY: pebble.directory,
      ACME_CA_FILE: pebble.caFile,
    },
  });
  await signUpAndCreateKey(posthouse);
  await runSql(
    posthouse.databaseUrl(),
    `INSERT INTO domains (account_id, name, tracking_host, verified_at, verified_by, check_at, findings)
       SELECT account_id, 'shop.test', 'links', now(), 'operator', now() + interval '1 day', '{"tracking": {"status": "ok"}}' FROM api_keys`,
  );
});
afterAll(async () => {
  await stopAndRemove(posthouse);
  await pebble?.close();
});

/** The serial number of the served certificate, if it is valid now; otherwise null. */
const validSerial = (ca: string) => servedSerial({ port: httpsPort, servername: HOST, ca });

test("a certificate is issued, and renewed before it expires, and the running program uses the new one", async () => {
  const ca = await until(() => pebble.loadRoot().catch(() => null), { what: "pebble" });
  const first = await until(() => validSerial(ca), { within: 60_000, every: 200, what: "a certificate" });
  // As when a third of the validity period remains, see certificates.db.test.ts.
  await runSql(posthouse.databaseUrl(), "UPDATE tracking_certificates SET due_at = now()");
  const served = new Set<string>();
  await until(
    async () => {
      served.add((await validSerial(ca)) ?? "none that is valid");
      return served.size > 1;
    },
    { within: 60_000, every: 200, what: "another certificate" },
  );
  // The first one was in use until the second was: there was no time without a valid certificate.
  expect([...served]).toEqual([first, expect.stringMatching(/^[0-9A-F]+$/)]);
});

test("an API process that starts while the database does not respond serves the host (H4)", async () => {
  const ca = await pebble.loadRoot();
  const serial = await validSerial(ca);
  const postmaster = posthouse.postmasterPid() as number;
  // The postmaster first, because it starts the others.
  process.kill(postmaster, "SIGSTOP");
  const frozen = [postmaster, ...childrenOf(postmaster)];
  for (const pid of frozen) process.kill(pid, "SIGSTOP");
  try {
    await posthouse.kill("api");
    const again = await until(() => validSerial(ca), { within: 90_000, every: 200, what: "the host" });
    expect(again).toBe(serial);
  } finally {
    for (const pid of frozen) process.kill(pid, "SIGCONT");
  }
}, 180_000);
