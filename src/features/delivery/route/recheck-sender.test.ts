import { expect, test } from "vitest";
import type { ClaimedEmail } from "../claim/claimed-email.ts";
import { evenPlan } from "../throttles/throttle-plan.ts";
import type { Hop } from "./hop.ts";
import { recheckSender } from "./recheck-sender.ts";
import { senderReturnPathOf } from "./return-path-of.ts";

const hop: Hop = { throttle: "x", plan: evenPlan(1), taken: { route: "x" }, transmit: async () => [] };
const routes = recheckSender(
  {
    hopTo: () => hop,
    returnPathOf: senderReturnPathOf,
    maxInFlight: 1,
    maxTransactions: 1,
    perDomain: 1,
    close: async () => undefined,
  },
  async (accountId, domain) =>
    accountId === "owner" && domain === "shop.example" ? null : `${accountId} may not send from ${domain}.`,
);

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const emailOf = (accountId: string, times: { created_at: Date; scheduled_at: Date | null }) =>
  ({ accountId, email: { mail_from: { address: "a@shop.example", name: null }, ...times } }) as ClaimedEmail;

test.each([
  ["sent just now", { created_at: minutesAgo(1), scheduled_at: null }, true],
  ["scheduled", { created_at: minutesAgo(1), scheduled_at: minutesAgo(0) }, false],
  ["tried for hours", { created_at: minutesAgo(90), scheduled_at: null }, false],
])(
  "mail that was %s is checked again for the account's right to its domain, unless it is new (C22, L3)",
  async (_what, times, isSent) => {
    const lost = await routes.hopTo(emailOf("loser", times), "example.com");
    if (isSent) expect(lost).toBe(hop);
    else
      expect(lost).toEqual({
        kind: "bounced",
        reason: "loser may not send from shop.example.",
        meaning: "sender_not_allowed",
      });
    expect(await routes.hopTo(emailOf("owner", times), "example.com")).toBe(hop);
  },
);
