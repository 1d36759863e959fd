import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { generate } from "selfsigned";
import { expect, onTestFinished, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { newId } from "../../../platform/ids/index.ts";
import { openInstanceSecrets } from "../../../platform/secrets/index.ts";
import { checkDueHosts, checkHostNow, responseToCheck, resultOf } from "./check-hosts.ts";
import { claimDueHosts, saveHostCheck } from "./queries.ts";

const database = useDatabase();
const secrets = openInstanceSecrets({ dataDir: "/nowhere", key: "k".repeat(32) });

async function addDomains(names: string[]): Promise<string> {
  const accountId = newId();
  await database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'Test')", [accountId]);
  for (const name of names)
    await database.pool.query(
      `INSERT INTO domains (account_id, name, tracking_host, verified_at, verified_by, findings) VALUES ($1, $2, 'links', now(), 'dns', '{}')`,
      [accountId, name],
    );
  return accountId;
}

/** Notes the hosts that are checked; all lead to a private address, so the checks fail at once. */
function noteChecks() {
  const checked: string[] = [];
  const resolve = async (host: string) => {
    checked.push(host);
    return ["169.254.169.254"];
  };
  return { checked, deps: { database, secrets, outside: { resolve } } };
}

test("a check on demand goes through the guard, to the host of that domain and to no other that is due (I13)", async () => {
  const accountId = await addDomains(["asked.example", "waiting.example"]);
  await addDomains(["stranger.example", "asked.stranger.example"]);
  const { checked, deps } = noteChecks();
  await checkHostNow(deps, { accountId, name: "asked.example" });
  expect(checked).toEqual(["links.asked.example"]);
  // It was checked a moment ago, and is checked again.
  await checkHostNow(deps, { accountId, name: "asked.example" });
  expect(checked).toEqual(["links.asked.example", "links.asked.example"]);
  const { rows } = await database.pool.query("SELECT domain, problem FROM tracking_domains");
  expect(rows).toEqual([
    { domain: "asked.example", problem: expect.stringContaining("not on the public internet") },
  ]);
});

test("the regular check checks all hosts that are due", async () => {
  const { checked, deps } = noteChecks();
  await checkDueHosts(deps);
  expect(checked.sort()).toEqual([
    "links.asked.stranger.example",
    "links.stranger.example",
    "links.waiting.example",
  ]);
});

/** Claims hosts, and stores that their checks failed. They are due again at once. */
async function checkNext(limit: number): Promise<string[]> {
  const claimed = await claimDueHosts(database, limit);
  for (const row of claimed)
    await saveHostCheck(database, row, { ...resultOf(row, "It is too slow."), check_at: new Date() });
  return claimed.map(({ domain }) => domain);
}

test("accounts take turns, so that many slow hosts do not delay another account's host", async () => {
  await database.pool.query("TRUNCATE domains CASCADE");
  const slow = Array.from({ length: 20 }, (_, n) => `slow${10 + n}.example`);
  await addDomains(slow);
  await addDomains(["other1.example", "other2.example"]);
  expect(await checkNext(8)).toEqual(expect.arrayContaining(["other1.example", "other2.example"]));
  // The account whose last check is oldest is next.
  const [first = "", second = ""] = [...(await checkNext(1)), ...(await checkNext(1))];
  expect([first, second].filter((name) => name.startsWith("other"))).toHaveLength(1);
});

test("within an account, the host that has waited longest is next", async () => {
  await database.pool.query("TRUNCATE domains CASCADE");
  const slow = Array.from({ length: 20 }, (_, n) => `slow${10 + n}.example`);
  await addDomains(slow);
  const checked: string[] = [];
  while (checked.length < slow.length) checked.push(...(await checkNext(4)));
  expect(checked.sort()).toEqual(slow);
});

/** A host that leads here, with a certificate of its own for these days. */
async function serveHost(host: string, days: { from: number; to: number }) {
  const at = (days: number) => new Date(Date.now() + days * 86_400_000);
  const { cert, private: key } = await generate([{ name: "commonName", value: host }], {
    notBeforeDate: at(days.from),
    notAfterDate: at(days.to),
    algorithm: "sha256",
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: host }] }],
  });
  const server = createServer({ cert, key }, ({ url = "" }, response) =>
    response.end(responseToCheck(secrets, url.split("/").at(-1) ?? "")),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { port, resolve: async () => ["127.0.0.1"], allow: [`127.0.0.1:${port}`], ca: cert };
}

test("a host whose certificate has expired is out of use after two checks, although it leads here (H12, Q7)", async () => {
  const accountId = await addDomains(["certified.example"]);
  const ref = { accountId, name: "certified.example" };
  const check = async (days: { from: number; to: number }) => {
    const outside = await serveHost("links.certified.example", days);
    await checkHostNow({ database, secrets, outside }, ref);
    const { rows } = await database.pool.query(
      "SELECT verified_at IS NOT NULL AS verified, broken_at IS NOT NULL AS broken, problem FROM tracking_domains WHERE account_id = $1",
      [accountId],
    );
    return rows[0];
  };
  expect(await check({ from: -1, to: 1 })).toEqual({ verified: true, broken: false, problem: null });
  const expired = { from: -90, to: -1 };
  expect(await check(expired)).toMatchObject({
    verified: true,
    problem: expect.stringMatching(/^https:\/\/links\.certified\.example .*certificate/),
  });
  expect(await check(expired)).toMatchObject({ verified: false, broken: true });
});
