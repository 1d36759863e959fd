import { expect, test } from "vitest";
import type { ClaimedEmail } from "../claim/claimed-email.ts";
import { evenPlan } from "../throttles/throttle-plan.ts";
import type { Hop } from "./hop.ts";
import { partByHop, type Routes } from "./router.ts";

function emailTo(addresses: string[]): ClaimedEmail {
  return {
    accountId: "account",
    accountNumber: 1,
    claimedAt: 0,
    email: { id: "a" } as ClaimedEmail["email"],
    policy: { on_uncertain: "retry", retry_seconds: null },
    contents: null,
    isPoison: false,
    recipients: addresses.map((address, position) => ({
      claim: { accountId: "account", emailId: "a", position, lease: 1 },
      address,
      domain: address.slice(address.indexOf("@") + 1),
      dueAt: 0,
      tries: 0,
      suppressedBy: null,
      secondsLeft: 100,
      previousState: "queued",
    })),
  };
}

const hop = (throttle: string): Hop => ({
  throttle,
  plan: evenPlan(1),
  taken: { route: throttle },
  transmit: async () => [],
});
const relay = hop("relay");
const routes: Routes = {
  hopTo: () => relay,
  returnPathOf: () => ({ from: "sender@example.com", isOwn: false }),
  maxInFlight: 512,
  maxTransactions: 20,
  perDomain: 20,
  close: async () => undefined,
};

async function part(addresses: string[], changed: Partial<Routes> = {}) {
  const { dispatches, undeliverable } = await partByHop(emailTo(addresses), { ...routes, ...changed });
  return {
    dispatches: dispatches.map((dispatch) => [
      dispatch.hop.throttle,
      dispatch.from,
      dispatch.recipients.map(({ address }) => address),
    ]),
    undeliverable: undeliverable.map(({ recipients, result }) => [
      recipients.map(({ address }) => address),
      result.kind,
    ]),
  };
}

test("recipients with the same hop share an envelope, at most 50", async () => {
  const addresses = Array.from({ length: 120 }, (_, n) => `u${n}@example.com`);
  const { dispatches } = await part(addresses);
  expect(dispatches.map(([, , to]) => to?.length)).toEqual([50, 50, 20]);
  expect(dispatches.flatMap(([, , to]) => to)).toEqual(addresses);
});

test("addresses that need SMTPUTF8 have an envelope of their own, so that a server without it refuses only them", async () => {
  const { dispatches } = await part([
    "a@example.com",
    "jürgen@example.com",
    "b@example.com",
    "zoë@example.com",
  ]);
  expect(dispatches).toEqual([
    ["relay", "sender@example.com", ["a@example.com", "b@example.com"]],
    ["relay", "sender@example.com", ["jürgen@example.com", "zoë@example.com"]],
  ]);
});

test("simulated recipients have an envelope of their own", async () => {
  const simulated = ["bounced@simulator.posthouse.test", "delivered+x@simulator.posthouse.test"];
  const { dispatches } = await part([
    "a@example.com",
    simulated[0] as string,
    "b@example.com",
    simulated[1] as string,
  ]);
  expect(dispatches).toEqual([
    ["relay", "sender@example.com", ["a@example.com", "b@example.com"]],
    ["simulator", "sender@example.com", simulated],
  ]);
});

test("each hop has its own envelopes, and undeliverable recipients come with their result", async () => {
  const hops = new Map([
    ["one.example", hop("one")],
    ["two.example", hop("two")],
  ]);
  const { dispatches, undeliverable } = await part(
    ["a@one.example", "b@two.example", "c@no.example", "d@one.example"],
    {
      hopTo: (_email, domain) => hops.get(domain) ?? { kind: "bounced", reason: "no such domain" },
    },
  );
  expect(dispatches).toEqual([
    ["one", "sender@example.com", ["a@one.example", "d@one.example"]],
    ["two", "sender@example.com", ["b@two.example"]],
  ]);
  expect(undeliverable).toEqual([[["c@no.example"], "bounced"]]);
});

test("a return path for one recipient makes an envelope for one recipient", async () => {
  const { dispatches } = await part(["a@example.com", "b@example.com"], {
    returnPathOf: (_email, { claim }) => ({ from: `b${claim.position}@bounces.example`, isOwn: true }),
  });
  expect(dispatches).toEqual([
    ["relay", "b0@bounces.example", ["a@example.com"]],
    ["relay", "b1@bounces.example", ["b@example.com"]],
  ]);
});
