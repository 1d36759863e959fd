import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { eventually } from "../../../../test/harness/eventually.ts";
import { type Database, DatabaseClock, openDatabase } from "../../../platform/db/index.ts";
import { buildServer } from "../../../platform/http/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { openInstanceSecrets } from "../../../platform/secrets/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import { answerLink } from "../http/answer-link.ts";
import { linkPathOf } from "../links/link-path.fixture.ts";
import { HitCollector } from "./hit-collector.ts";
import { Hits } from "./hits.ts";

const log = createLogger("silent", "test");
const secrets = openInstanceSecrets({ dataDir: "/nowhere", key: "k".repeat(32) });
const database = useDatabase();
const url = "https://shop.example/";

/** A delivered email with tracked links, and a server for them. */
async function openWorld(of: { hitsIn: Database }) {
  const [accountId, emailId] = [newId(), newId()];
  const { rows } = await database.pool.query<{ number: number }>(
    "INSERT INTO accounts (id, name) VALUES ($1, 'Test') RETURNING number",
    [accountId],
  );
  await database.pool.query(
    `INSERT INTO recipients (account_id, email_id, position, address, address_key, state, due_at, updated_at)
     VALUES ($1, $2, 0, 'a@example.com', 'a@example.com', 'delivered', NULL, now() - interval '10 minutes')`,
    [accountId, emailId],
  );
  const directory = await mkdtemp(join(tmpdir(), "hits-"));
  const collect = (database: Database) => {
    const collector = new HitCollector({ directory, database, clock: new DatabaseClock(database), log });
    collector.start();
    return collector;
  };
  const collector = collect(of.hitsIn);
  const hits = new Hits({ directory, log });
  const answerFirst = answerLink({
    secrets,
    clock: Date,
    hits,
    stopped: new Set(),
    baseUrl: "https://mail.example.com",
    addressOf: () => "198.51.100.7",
  });
  const app = buildServer({ baseUrl: "https://mail.example.com", trustedProxies: [], log, answerFirst });
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(async () => {
    await app.close();
    await hits.stop();
    await collector.stop();
    await rm(directory, { recursive: true });
  });
  const follow = async (link: number) => {
    const response = await fetch(`${origin}${linkOf(link)}`, { redirect: "manual" });
    await response.body?.cancel();
    return [response.status, response.headers.get("location")];
  };
  const linkOf = (link: number) => {
    const content = { accountNumber: rows[0]?.number ?? 0, emailId, position: 0, link };
    return linkPathOf(secrets, content, url);
  };
  const clicks = async () =>
    (await database.pool.query("SELECT link FROM engagements WHERE email_id = $1", [emailId])).rows.map(
      ({ link }) => link,
    );
  return { collector, follow, clicks, collect };
}

test("each request of a flood on one link is redirected, and 20 a minute are counted (H13, Q3)", async () => {
  const { follow, clicks } = await openWorld({ hitsIn: database });
  const requests = 3_000;
  let redirects = 0;
  for (let n = 0; n < requests; n += 1) {
    const [status, location] = await follow(0);
    if (status === 302 && location === url) redirects += 1;
  }
  expect(redirects).toBe(requests);
  expect(await follow(1)).toEqual([302, url]);
  await eventually(async () => expect(await clicks()).toContain(1));
  // A minute may have ended meanwhile.
  expect((await clicks()).filter((link) => link === 0).length).toBeLessThanOrEqual(40);
});

test("links redirect while the database is down, and the clicks are counted when it is back (H4)", async () => {
  const down = openDatabase("postgres://127.0.0.1:1/nothing", { max: 1 });
  const { collector, follow, clicks, collect } = await openWorld({ hitsIn: down });
  for (let link = 0; link < 5; link += 1) expect(await follow(link)).toEqual([302, url]);
  await collector.stop();
  await down.close();
  const next = collect(database);
  await eventually(async () => expect((await clicks()).sort()).toEqual([0, 1, 2, 3, 4]));
  await next.stop();
});
