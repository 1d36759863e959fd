import { expect, test } from "vitest";
import type { Dispatch, Hop } from "../route/hop.ts";
import type { Throttles } from "../throttles/throttles.ts";
import { InFlightByThrottle } from "./in-flight-by-throttle.ts";

type Given = {
  throttle: string;
  account?: string;
  bulk?: boolean;
  domain?: string;
  isOwn?: boolean;
  recipients?: number;
};

function dispatch({
  throttle,
  account = "a",
  bulk = false,
  domain = "one.example",
  isOwn,
  recipients = 1,
}: Given) {
  const hop = { throttle, ...(isOwn && { isOwn }) } as Hop;
  return {
    hop,
    from: "",
    email: { accountId: account, email: { stream: bulk ? "bulk" : null } },
    recipients: Array.from({ length: recipients }, () => ({ domain })),
  } as unknown as Dispatch;
}

const throttlesOf = (rooms: Record<string, number>) =>
  ({ capacity: (throttle: string) => rooms[throttle] ?? Number.POSITIVE_INFINITY }) as unknown as Throttles;

const limitsOf = (throttles: InFlightByThrottle, rooms: Record<string, number>, hasOneHop = false) =>
  Object.fromEntries(
    throttles
      .limits(throttlesOf(rooms), { perDomain: 30, hasOneHop })
      .map(({ domain, of, capacity }) => [
        [domain, of?.bulk ? "bulk" : "", of?.accountId ?? ""].join(" "),
        capacity,
      ]),
  );

test("a claim takes no more of a throttle than its capacity leaves beside the recipients in flight", () => {
  const throttles = new InFlightByThrottle();
  const taken = dispatch({ throttle: "mx", recipients: 5 });
  throttles.add(taken);
  expect(limitsOf(throttles, { mx: 20 })).toEqual({ "one.example  ": 15 });
  expect(limitsOf(throttles, { mx: 3 })).toEqual({ "one.example  ": 0 });
  expect(limitsOf(throttles, { mx: 40 })).toEqual({});
  throttles.remove(taken);
  expect(limitsOf(throttles, { mx: 20 })).toEqual({ "one.example  ": 20 });
});

test("where one hop has all mail, its throttle does not limit claims, but domains that are being routed do", () => {
  const throttles = new InFlightByThrottle();
  const taken = dispatch({ throttle: "relay", recipients: 5 });
  throttles.add(taken);
  expect(limitsOf(throttles, { relay: 20 }, true)).toEqual({});
  const release = throttles.holdDomains({ ...taken.email, recipients: taken.recipients });
  expect(limitsOf(throttles, { relay: 20 }, true)).toEqual({ "one.example  ": 0 });
  release();
});

test("a stream with another throttle does not wait", () => {
  const throttles = new InFlightByThrottle();
  throttles.add(dispatch({ throttle: "mx" }));
  throttles.add(dispatch({ throttle: "relay", bulk: true }));
  expect(limitsOf(throttles, { relay: 1 })).toEqual({ "one.example bulk ": 0 });
});

test("an account's own throttle holds up the mail of that account alone", () => {
  const throttles = new InFlightByThrottle();
  throttles.add(dispatch({ throttle: "own", isOwn: true }));
  throttles.add(dispatch({ throttle: "mx", account: "b" }));
  expect(limitsOf(throttles, { own: 1 })).toEqual({ "one.example  a": 0 });
});

test("an account whose own throttle is open does not wait for the throttle of the others", () => {
  const throttles = new InFlightByThrottle();
  throttles.add(dispatch({ throttle: "own", isOwn: true }));
  throttles.add(dispatch({ throttle: "mx", account: "b" }));
  expect(limitsOf(throttles, { mx: 0 })).toEqual({ "one.example  ": 0, "one.example  a": 30 });
});

test("mail that is routed to several throttles waits for the slowest", () => {
  const throttles = new InFlightByThrottle();
  throttles.add(dispatch({ throttle: "own", isOwn: true }));
  throttles.add(dispatch({ throttle: "mx" }));
  expect(limitsOf(throttles, { own: 21, mx: 11 })).toEqual({ "one.example  ": 10, "one.example  a": 10 });
});

test("no more is claimed for domains that are being routed", () => {
  const throttles = new InFlightByThrottle();
  throttles.add(dispatch({ throttle: "mx" }));
  const release = throttles.holdDomains({ recipients: [{ domain: "one.example" }] } as never);
  expect(limitsOf(throttles, { mx: 20 })).toEqual({ "one.example  ": 0 });
  release();
  expect(limitsOf(throttles, { mx: 20 })).toEqual({ "one.example  ": 19 });
});
