import { expect, test } from "vitest";
import { claimOf, claimReady } from "../../../test/harness/claims.ts";
import { useDatabase } from "../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../test/harness/stored-email.ts";
import { newId } from "../../platform/ids/index.ts";
import type { AttemptResult } from "../delivery/outcome.ts";
import { settlementOf } from "../delivery/settle/settlement-of.ts";
import { settleAttempts } from "./settle-attempts.ts";

const database = useDatabase({ max: 2 });

/** Sends to these addresses, runs `meanwhile`, settles the claims with `results`, and returns the suppressions. */
async function refuse(results: Record<string, AttemptResult>, meanwhile = async () => {}) {
  const accountId = newId();
  await database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'Ada')", [accountId]);
  const email = draftEmail(accountId, { to: Object.keys(results), subject: "x", text: "x" });
  await storeEmails(database, [email]);
  const { rows } = await claimReady(database, { limit: 10 });
  await meanwhile();
  const settlements = rows.map((row) => {
    const result = results[row.address] as AttemptResult;
    return settlementOf({ claim: claimOf(row), decision: { state: "bounced", retrySeconds: null, result } });
  });
  const written = await settleAttempts(database, settlements);
  const { rows: suppressed } = await database.pool.query(
    `SELECT address, reason, source_id, event_id, reply_code, reply_status, reply_host, reply_phase, detail
     FROM suppressions WHERE account_id = $1 ORDER BY address`,
    [accountId],
  );
  const { rows: events } = await database.pool.query<{ id: string; position: number; type: string }>(
    "SELECT id, position, type FROM events WHERE account_id = $1 AND type <> 'queued' ORDER BY position, id",
    [accountId],
  );
  return { emailId: email.id, written, suppressed, events };
}

const gone: AttemptResult = {
  kind: "bounced",
  reason: "refused",
  code: 550,
  enhanced: "5.1.1",
  line: "550 5.1.1 gone",
  host: "mx.example.com",
  phase: "rcpt",
  suppresses: true,
};
const asSpam: AttemptResult = { kind: "bounced", reason: "554 5.7.1 spam" };

test("a permanent refusal of the address suppresses it in the same commit; a refusal of the message does not (G9)", async () => {
  const { emailId, written, suppressed, events } = await refuse({
    "gone@example.com": gone,
    "here@example.com": asSpam,
    "simulated@example.com": { ...gone, route: "simulator" },
  });
  expect(written).toEqual([true, true, true]);
  expect(suppressed).toEqual([
    {
      address: "gone@example.com",
      reason: "hard_bounce",
      source_id: emailId,
      event_id: events.find(({ position }) => position === 0)?.id,
      reply_code: 550,
      reply_status: "5.1.1",
      reply_host: "mx.example.com",
      reply_phase: "rcpt",
      detail: "550 5.1.1 gone",
    },
  ]);
});

test("each suppression names the bounce of its own recipient, not an event that followed it", async () => {
  const { suppressed, events } = await refuse({
    "one@example.com": { ...gone, followedBy: "complained" },
    "two@example.com": { ...gone, host: "other.example.com" },
  });
  const bounces = events.filter(({ type }) => type === "bounced").map(({ id }) => id);
  expect(events).toHaveLength(3);
  expect(suppressed.map(({ event_id, reply_host }) => [event_id, reply_host])).toEqual([
    [bounces[0], "mx.example.com"],
    [bounces[1], "other.example.com"],
  ]);
});

test("a refusal from an outdated attempt suppresses no address (F4)", async () => {
  const takeOver = async () => {
    await database.pool.query("UPDATE recipients SET lease = lease + 1");
  };
  const { written, suppressed } = await refuse({ "gone@example.com": gone }, takeOver);
  expect([written, suppressed]).toEqual([[false], []]);
});
