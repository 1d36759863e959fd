import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, keyCaller, newAccount } from "../../../../test/harness/api-caller.ts";
import { newId } from "../../../platform/ids/index.ts";
import { sweepContents } from "../contents/sweep-contents.ts";

const api = useApi();
let caller: ApiCaller;

beforeAll(async () => {
  caller = keyCaller(api);
});

const email = { subject: "Hello", text: "Hello" };

/** Stores attempts without a final result, oldest first, each with its transcript. */
async function attempts(id: string, transcripts: (string | null)[], position = 0): Promise<void> {
  for (const [attempt, transcript] of transcripts.entries())
    await api.database.pool.query(
      `INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, transcript)
       SELECT account_id, id, $2, $3, $4, 'deferred', '{"reason": "later", "tls": "TLSv1.3", "source": "192.0.2.1", "meaning": "busy"}', $5
       FROM emails WHERE id = $1`,
      [id, newId(), position, attempt + 1, transcript],
    );
}

async function transcriptsOf(id: string, who = caller): Promise<(string | null)[][]> {
  const { body } = await who.get(`/api/v1/emails/${id}`);
  return body.recipients.map(({ events }: { events: { transcript: string | null }[] }) =>
    events.map(({ transcript }) => transcript),
  );
}

test("each recipient has its last five transcripts and routes, and the feed has no transcripts", async () => {
  const id = await caller.sent({ ...email, to: ["a@example.com", "b@example.com"] });
  await attempts(id, ["S: 1", "S: 2", null, "S: 4", "S: 5", "S: 6", "S: <7>"]);
  await attempts(id, ["S: b"], 1);
  expect(await transcriptsOf(id)).toEqual([[null, "S: 2", null, "S: 4", "S: 5", "S: 6", "S: <7>"], ["S: b"]]);
  const { body } = await caller.get(`/api/v1/emails/${id}`);
  expect(body.recipients[1].events[0].detail).toEqual({
    reason: "later",
    tls: "TLSv1.3",
    source: "192.0.2.1",
    meaning: "busy",
  });
  const feed = await caller.get(`/api/v1/events?email_id=${id}`);
  expect(feed.body.events).toHaveLength(8);
  for (const event of feed.body.events) expect(event).not.toHaveProperty("transcript");
});

test("an email with many recipients does not return megabytes of transcripts", async () => {
  const to = Array.from({ length: 100 }, (_, n) => `u${n}@example.com`);
  const id = await caller.sent({ ...email, to });
  for (const position of to.keys()) await attempts(id, [`S: ${"x".repeat(8_000)}`], position);
  const shown = (await transcriptsOf(id)).flat().filter((transcript) => transcript !== null);
  expect(shown).toHaveLength(62);
});

test("transcripts are removed after the account's retention time, and events are kept", async () => {
  const other = await newAccount(api, "short@transcripts.example");
  expect((await other.session.patch("/api/account", { retention_days: 1 })).status).toBe(200);
  const ids = [
    await caller.sent({ ...email, to: "a@example.com" }),
    await other.caller.sent({ ...email, to: "a@example.com" }),
  ];
  for (const id of ids) {
    await attempts(id, ["S: old", "S: new"]);
    await api.database.pool.query(
      "UPDATE events SET created_at = now() - interval '2 days' WHERE email_id = $1 AND attempt = 1",
      [id],
    );
  }
  await sweepContents(api.database);
  expect(await transcriptsOf(ids[0] as string)).toEqual([["S: old", "S: new"]]);
  expect(await transcriptsOf(ids[1] as string, other.caller)).toEqual([[null, "S: new"]]);
});
