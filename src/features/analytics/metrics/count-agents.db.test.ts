import { beforeEach, expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { firstIdAt, newId } from "../../../platform/ids/index.ts";
import type { SendRequest } from "../../emails/schema/send-schema.ts";
import { countAgents } from "./count-agents.ts";

const database = useDatabase();
const accountId = newId();

beforeEach(async () => {
  await database.pool.query("TRUNCATE emails, engagements");
});

type Seen = { at: string; storedAt?: string; kind?: string; actor?: string; agent?: string | null };

/** Stores an email with engagements. */
async function store(
  seen: Seen[],
  request: Pick<SendRequest, "tags" | "stream"> = {},
  account = accountId,
): Promise<void> {
  const email = draftEmail(account, { to: "ada@example.com", subject: "x", text: "x", ...request });
  await storeEmails(database, [email]);
  for (const { at, storedAt = at, kind = "open", actor = "human", agent = "Firefox" } of seen) {
    const id = firstIdAt(new Date(storedAt)).slice(0, 14) + newId().slice(14);
    await database.pool.query(
      `INSERT INTO engagements (account_id, id, email_id, position, kind, actor, confidence, agent, created_at)
       VALUES ($1, $2, $3, 0, $4, $5, 90, $6, $7)`,
      [account, id, email.id, kind, actor, agent, at],
    );
  }
}

const count = (change: object = {}, { from = "2026-11-01", to = "2026-11-04", maxRead = 100 } = {}) => {
  const asked = { accountId, timeZone: "America/New_York", kind: "open" as const, filters: {}, ...change };
  return countAgents(database, asked, { from, to }, maxRead);
};

test("opens of people are counted by day and agent", async () => {
  await store([
    { at: "2026-11-02T12:00:00Z" },
    { at: "2026-11-02T13:00:00Z" },
    { at: "2026-11-02T14:00:00Z", agent: "Gmail image proxy", actor: "proxy" },
    { at: "2026-11-02T15:00:00Z", agent: null },
    // 23:00 in New York, of the day before.
    { at: "2026-11-02T04:00:00Z" },
    { at: "2026-11-02T12:00:00Z", actor: "bot" },
    { at: "2026-11-02T12:00:00Z", kind: "click", agent: "Chrome" },
    { at: "2026-10-31T12:00:00Z" },
    { at: "2026-11-04T12:00:00Z" },
  ]);
  await store([{ at: "2026-11-02T12:00:00Z" }], {}, newId());
  expect(await count()).toEqual([
    { day: "2026-11-01", agent: "Firefox", count: 1 },
    { day: "2026-11-02", agent: "Firefox", count: 2 },
    { day: "2026-11-02", agent: "Gmail image proxy", count: 1 },
    { day: "2026-11-02", agent: null, count: 1 },
  ]);
  expect(await count({ kind: "click" })).toEqual([{ day: "2026-11-02", agent: "Chrome", count: 1 }]);
});

test("an open that was stored days later counts at its own time", async () => {
  await store([{ at: "2026-11-03T12:00:00Z", storedAt: "2026-11-06T12:00:00Z" }]);
  expect(await count()).toEqual([{ day: "2026-11-03", agent: "Firefox", count: 1 }]);
  expect(await count({}, { from: "2026-11-06", to: "2026-11-07" })).toEqual([]);
});

test("opens are counted by tag, stream or both", async () => {
  const at = "2026-11-02T12:00:00Z";
  const tags = [{ name: "tag", value: "welcome" }];
  await store([{ at, agent: "tagged" }], { tags });
  await store([{ at, agent: "bulk" }], { stream: "bulk" });
  await store([{ at, agent: "both" }], { stream: "bulk", tags: [...tags, { name: "other", value: "x" }] });
  await store([{ at, agent: "other" }], { tags: [{ name: "other", value: "welcome" }] });
  const agentsOf = async (filters: object) => (await count({ filters }))?.map(({ agent }) => agent);
  const [tag] = tags;
  expect(await agentsOf({ tag })).toEqual(["both", "tagged"]);
  expect(await agentsOf({ stream: "bulk" })).toEqual(["both", "bulk"]);
  expect(await agentsOf({ stream: "transactional" })).toEqual(["other", "tagged"]);
  expect(await agentsOf({ tag, stream: "bulk" })).toEqual(["both"]);
});

test("a range with too many engagements is not counted, even if none is by a person", async () => {
  const at = "2026-11-02T12:00:00Z";
  await store([
    { at, actor: "bot" },
    { at, actor: "bot" },
    { at, actor: "bot" },
  ]);
  expect(await count({}, { maxRead: 3 })).toEqual([]);
  expect(await count({}, { maxRead: 2 })).toBeNull();
});
