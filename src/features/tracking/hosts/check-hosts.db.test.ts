import { expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { newId } from "../../../platform/ids/index.ts";
import { openInstanceSecrets } from "../../../platform/secrets/index.ts";
import { checkDueHosts, checkHostNow } from "./check-hosts.ts";

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

test("a check on demand checks the host of that domain only, and not those of others that are due", async () => {
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
