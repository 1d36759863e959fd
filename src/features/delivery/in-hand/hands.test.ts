import { expect, test } from "vitest";
import type { Database } from "../../../platform/db/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import type { Claim } from "../../recipients/index.ts";
import type { ClaimedRecipient } from "../claimed-email.ts";
import { noNotes } from "../journal/journal.ts";
import { Hands } from "./hands.ts";

const claim: Claim = { accountId: "a", emailId: "e", position: 0, lease: 1 };
const recipient = { claim, was: "queued", dueAt: 0 } as ClaimedRecipient;

test("a recipient waits in the journal before it returns to the queue, so that a kill in between adds no loss [F24]", async () => {
  const steps: string[] = [];
  const query = async () => {
    steps.push("returned");
    return { rows: [{ n: 0 }] };
  };
  const hands = new Hands({
    database: { pool: { query } } as unknown as Database,
    log: createLogger("silent", "test"),
    notes: { ...noNotes, waits: (claims) => void steps.push(`${claims.length} waits`) },
    most: () => 1,
    hasSlowOnes: () => false,
    isStopping: () => false,
  });
  await hands.giveBack([recipient]);
  expect(steps).toEqual(["1 waits", "returned"]);
});
