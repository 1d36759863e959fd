import { beforeEach, expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { newId } from "../../../platform/ids/index.ts";
import { listOwnDestinations } from "./own-destinations.ts";
import { listClosedThrottles } from "./queries.ts";

const database = useDatabase();
const [ours, other] = [newId(), newId()];

beforeEach(async () => {
  await database.pool.query("TRUNCATE recipients, emails, throttles, provider_domains CASCADE");
  await database.pool.query(
    "INSERT INTO provider_domains (domain, provider) VALUES ('one.example', 'big.example'), ('theirs.example', 'other.example')",
  );
  await storeEmails(database, [
    draftEmail(ours, { to: ["a@one.example", "b@one.example", "c@two.example"], subject: "x", text: "x" }),
    draftEmail(ours, { to: "d@bulk.example", subject: "x", text: "x", stream: "bulk" }),
    draftEmail(ours, { to: "e@later.example", subject: "x", text: "x" }),
    draftEmail(ours, { to: "f@done.example", subject: "x", text: "x" }),
    draftEmail(other, { to: "g@theirs.example", subject: "x", text: "x" }),
  ]);
  await database.pool.query(
    `UPDATE recipients SET state = 'deferred', ready = false, due_at = now() + interval '1 hour'
     WHERE domain = 'later.example'`,
  );
  await database.pool.query(
    "UPDATE recipients SET state = 'delivered', ready = false, due_at = NULL WHERE domain = 'done.example'",
  );
});

test("an account's destinations are those of its open mail of both streams, now or later", async () => {
  expect([...(await listOwnDestinations(database, ours))].toSorted()).toEqual(
    ["big.example", "bulk.example", "later.example", "one.example", "two.example"].toSorted(),
  );
  expect([...(await listOwnDestinations(database, other))].toSorted()).toEqual([
    "other.example",
    "theirs.example",
  ]);
  expect([...(await listOwnDestinations(database, newId()))]).toEqual([]);
});

test("an account sees closed throttles of its destinations, without pools and replies; operators see all", async () => {
  await database.pool.query(
    `INSERT INTO throttles (name, concurrency, closed_until, reason) VALUES
       ('big.example via warm', 1, now() + interval '3 minutes', 'a reply to other mail'),
       ('@two.example', 1, now() + interval '2 minutes', 'refused'),
       ('other.example', 1, now() + interval '1 minute', 'refused'),
       ('big.example', 1, now() - interval '1 minute', 'over')`,
  );
  const own = await listOwnDestinations(database, ours);
  const seen = (await listClosedThrottles(database, own)).map(({ name, reason }) => [name, reason]);
  expect(seen).toEqual([
    ["big.example", null],
    ["@two.example", null],
  ]);
  const all = (await listClosedThrottles(database, null)).map(({ name, reason }) => [name, reason]);
  expect(all).toEqual([
    ["big.example via warm", "a reply to other mail"],
    ["@two.example", "refused"],
    ["other.example", "refused"],
  ]);
});
