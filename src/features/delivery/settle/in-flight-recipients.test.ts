import { expect, test } from "vitest";
import type { Database } from "../../../platform/db/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import type { Claim } from "../../recipients/index.ts";
import type { ClaimedRecipient } from "../claim/claimed-email.ts";
import { noJournal } from "../journal/attempt-journal.ts";
import type { Scheduler } from "../schedule/scheduler.ts";
import { InFlightRecipients } from "./in-flight-recipients.ts";

const claim: Claim = { accountId: "a", emailId: "e", position: 0, lease: 1 };
const recipient = { claim, previousState: "queued", dueAt: 0 } as ClaimedRecipient;

test("a recipient waits in the journal before it returns to the queue, so a kill in between counts no crash (F24)", async () => {
  const steps: string[] = [];
  const query = async () => {
    steps.push("returned");
    return { rows: [{ n: 0 }] };
  };
  const inFlight = new InFlightRecipients({
    database: { pool: { query } } as unknown as Database,
    log: createLogger("silent", "test"),
    journal: { ...noJournal, recordWaiting: (claims) => void steps.push(`${claims.length} waits`) },
    scheduler: { remove: () => undefined } as unknown as Scheduler,
    stopping: new AbortController().signal,
  });
  await inFlight.giveBack([recipient]);
  expect(steps).toEqual(["1 waits", "returned"]);
});
