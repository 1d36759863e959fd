import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { DeliveryModes, type RoutingState } from "../../routing/index.ts";
import type { ClaimedEmail } from "../claim/claimed-email.ts";
import { evenPlan } from "../throttles/throttle-plan.ts";
import { captureTransport } from "../transmit/capture-transport.ts";
import type { Hop } from "./hop.ts";
import { ModeRoutes } from "./mode-routes.ts";
import { OneRoute } from "./one-route.ts";
import { senderReturnPathOf } from "./return-path-of.ts";

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const released: Hop = {
  throttle: "relay",
  plan: evenPlan(1),
  taken: { route: "relay" },
  transmit: async () => [],
};
const hop: Hop = { throttle: "x", plan: evenPlan(1), taken: { route: "x" }, transmit: async () => [] };
const capture = new OneRoute({
  name: "capture",
  transport: captureTransport,
  maxTransactions: 64,
  returnPathOf: senderReturnPathOf,
});

function routesWith(modes: ConstructorParameters<typeof DeliveryModes>[0], seenMsAgo = 0) {
  const stateOf = (switches: typeof modes) =>
    ({
      modes: new DeliveryModes(switches, null),
      seenAt: performance.now() - seenMsAgo,
      readAt: new Date(),
    }) as RoutingState;
  const tables = { latest: stateOf(modes), current: () => tables.latest };
  const live = {
    hopTo: () => hop,
    hopThrough: (relayId: string) => (relayId === "the relay" ? released : expect.unreachable()),
    isHeld: () => false,
    returnPathOf: () => ({ from: "live", isOwn: true }),
    maxInFlight: 1,
    maxTransactions: 1,
    perDomain: 1,
    close: async () => undefined,
  };
  const reasonToRefuseDomain = async (accountId: string, domain: string) =>
    accountId === "owner" && domain === "shop.example" ? null : `${accountId} may not send from ${domain}.`;
  const routes = new ModeRoutes({ tables, capture, live, reasonToRefuseDomain });
  const learn = (switches: typeof modes) => {
    tables.latest = stateOf(switches);
  };
  return { routes, learn };
}

const chosen = (since: Date, mode: "capture" | "direct") =>
  ({ since, mode, relayId: null, setBy: "dashboard" }) as const;
const emailOf = (acceptedMinutesAgo: number) =>
  ({
    claimedAt: performance.now(),
    email: {
      created_at: minutesAgo(acceptedMinutesAgo),
      scheduled_at: null,
      release_relay_id: null,
      mail_from: { address: "a@example.com" },
    },
    recipients: [],
  }) as unknown as ClaimedEmail;

const test30ThenLive = [chosen(minutesAgo(30), "capture"), chosen(minutesAgo(10), "direct")];

test("mail takes the way of the mode in which it was accepted, with the limits of the present mode", async () => {
  const { routes } = routesWith(test30ThenLive);
  expect(await routes.hopTo(emailOf(20), "example.org")).toMatchObject({ taken: { route: "capture" } });
  expect(await routes.hopTo(emailOf(5), "example.org")).toMatchObject({ taken: { route: "x" } });
  expect(routes.maxInFlight).toBe(1);
});

test("the limits are those of the present mode from the next turn of the event loop", async () => {
  const live = [chosen(minutesAgo(10), "direct")];
  const { routes, learn } = routesWith(live);
  const limits = () => [routes.maxInFlight, routes.maxTransactions, routes.perDomain];
  const ofCapture = [capture.maxInFlight, capture.maxTransactions, capture.perDomain];
  expect(limits()).toEqual([1, 1, 1]);
  learn([...live, chosen(minutesAgo(1), "capture")]);
  await nextTurn();
  expect(limits()).toEqual(ofCapture);
  learn(live);
  await nextTurn();
  expect(limits()).toEqual([1, 1, 1]);
});

test("recipients of an email share a hop also behind this one, and captured mail keeps its sender", async () => {
  const { routes } = routesWith(test30ThenLive);
  const first = (await routes.hopTo(emailOf(5), "one.example")) as Hop;
  expect(await routes.hopTo(emailOf(5), "two.example")).toBe(first);
  const recipient = {} as never;
  expect(await routes.returnPathOf(emailOf(5), recipient, first)).toEqual({ from: "live", isOwn: true });
  const captured = await routes.returnPathOf(emailOf(20), recipient, capture.hopTo());
  expect(captured.from).toBe("a@example.com");
});

test("in test mode, mail that was accepted for delivery waits, and mail that has not begun is given back", async () => {
  const { routes, learn } = routesWith([chosen(minutesAgo(10), "direct")]);
  const taken = (await routes.hopTo(emailOf(5), "example.org")) as Hop;
  expect(await taken.isOutdated?.({ email: emailOf(5), recipients: [] })).toBe(false);
  learn([chosen(minutesAgo(10), "direct"), chosen(minutesAgo(1), "capture")]);
  expect(await taken.isOutdated?.({ email: emailOf(5), recipients: [] })).toBe(true);
  expect(await routes.hopTo(emailOf(5), "example.org")).toMatchObject({
    kind: "deferred",
    isOurChoice: true,
  });
});

test("mail that was released from the inbox goes through its relay in test mode, and like other mail after it", async () => {
  const { routes, learn } = routesWith([chosen(minutesAgo(10), "capture")]);
  const email = emailOf(5);
  email.email.release_relay_id = "the relay";
  expect(await routes.hopTo(email, "example.org")).toBe(released);
  expect(await routes.returnPathOf(email, {} as never, released)).toEqual({ from: "live", isOwn: true });
  learn([chosen(minutesAgo(10), "capture"), chosen(minutesAgo(1), "direct")]);
  expect(await routes.hopTo(email, "example.org")).toMatchObject({ taken: { route: "x" } });
});

test("with a mode that was read long before the claim, mail is given back untried", () => {
  const { routes } = routesWith(test30ThenLive, 60_000);
  expect(() => routes.hopTo(emailOf(5), "example.org")).toThrow("the delivery mode could not be read");
});

const senderOf = (accountId: string, times: { created_at: Date; scheduled_at: Date | null }) =>
  ({
    accountId,
    claimedAt: performance.now(),
    email: { mail_from: { address: "a@shop.example", name: null }, release_relay_id: null, ...times },
  }) as ClaimedEmail;

test.each([
  ["sent just now", { created_at: minutesAgo(1), scheduled_at: null }, true],
  ["scheduled", { created_at: minutesAgo(1), scheduled_at: minutesAgo(0) }, false],
  ["tried for hours", { created_at: minutesAgo(90), scheduled_at: null }, false],
])(
  "mail that was %s is checked again for the account's right to its domain, unless it is new (C22, L3)",
  async (_what, times, isSent) => {
    const { routes } = routesWith([chosen(minutesAgo(200), "direct")]);
    const lost = await routes.hopTo(senderOf("loser", times), "example.com");
    if (isSent) expect(lost).toMatchObject({ taken: { route: "x" } });
    else
      expect(lost).toEqual({
        kind: "bounced",
        reason: "loser may not send from shop.example.",
        meaning: "sender_not_allowed",
      });
    const kept = await routes.hopTo(senderOf("owner", times), "example.com");
    expect(kept).toMatchObject({ taken: { route: "x" } });
  },
);
