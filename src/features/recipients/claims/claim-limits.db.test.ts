import { expect, test } from "vitest";
import { claimReady, noLimits } from "../../../../test/harness/claims.ts";
import { useDatabase } from "../../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { newId } from "../../../platform/ids/index.ts";
import { promoteDue } from "../promote-due.ts";
import type { DomainLimit } from "./claim-limits.ts";

const database = useDatabase();
const [ada, ben] = [newId(), newId()];

/** Stores ten recipients for each combination of two accounts, two streams and two domains. */
async function fillQueue(): Promise<void> {
  await database.pool.query("TRUNCATE recipients, emails, events");
  for (const accountId of [ada, ben])
    for (const stream of ["transactional", "bulk"] as const)
      for (const domain of ["one.example", "two.example"]) {
        const to = Array.from({ length: 10 }, (_, n) => `u${n}@${domain}`);
        await storeEmails(database, [
          { ...draftEmail(accountId, { to, subject: "Hello", text: "Hi" }), stream },
        ]);
      }
  await promoteDue(database);
}

async function claimWith(domains: DomainLimit[]): Promise<Record<string, number>> {
  await fillQueue();
  const { rows } = await claimReady(database, {
    limit: 500,
    limits: { ...noLimits, perDomain: 100, domains },
  });
  const counts: Record<string, number> = {};
  const firsts = rows.filter((row) => row.is_first);
  const streams = new Map(firsts.map((row) => [row.email_id, row.stream ?? ""]));
  for (const row of rows) {
    const key = [row.account_id === ada ? "ada" : "ben", streams.get(row.email_id), row.domain[0]]
      .filter(Boolean)
      .join(" ");
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

const domain = "one.example";
const two = { "ada t": 10, "ada bulk t": 10, "ben t": 10, "ben bulk t": 10 };

test("without a limit all mail is claimed", async () => {
  expect(await claimWith([])).toEqual({
    ...two,
    "ada o": 10,
    "ada bulk o": 10,
    "ben o": 10,
    "ben bulk o": 10,
  });
});

test("a limit of a whole domain applies to all its mail, which shares it", async () => {
  expect(await claimWith([{ domain, group: "mx", capacity: 0 }])).toEqual(two);
  expect(await claimWith([{ domain, group: "mx", capacity: 4 }])).toEqual({
    ...two,
    "ada o": 1,
    "ada bulk o": 1,
    "ben o": 1,
    "ben bulk o": 1,
  });
});

test("a limit of a stream does not delay other streams", async () => {
  const of = { accountId: null, bulk: true };
  expect(await claimWith([{ domain, of, group: "mx", capacity: 0 }])).toEqual({
    ...two,
    "ada o": 10,
    "ben o": 10,
  });
});

test("a full limit of one account's stream does not delay other mail, and an open one does not wait for it", async () => {
  const own = { accountId: ada, bulk: false };
  const others = { accountId: null, bulk: false };
  expect(await claimWith([{ domain, of: own, group: "relay", capacity: 0 }])).toEqual({
    ...two,
    "ada bulk o": 10,
    "ben o": 10,
    "ben bulk o": 10,
  });
  expect(
    await claimWith([
      { domain, of: others, group: "mx", capacity: 0 },
      { domain, of: own, group: "relay", capacity: 5 },
    ]),
  ).toEqual({ ...two, "ada o": 5, "ada bulk o": 10, "ben bulk o": 10 });
});
