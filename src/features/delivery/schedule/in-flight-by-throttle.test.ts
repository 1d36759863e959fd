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

const limitsOf = (throttles: InFlightByThrottle, rooms: Record<string, number>) =>
  Object.fromEntries(
    throttles
      .limits(throttlesOf(rooms), 30)
      .map(({ domain, of, room }) => [[domain, of?.bulk ? "bulk" : "", of?.accountId ?? ""].join(" "), room]),
  );

test("of a throttle no more is claimed than there is room for, with what is in hand", () => {
  const throttles = new InFlightByThrottle();
  const taken = dispatch({ throttle: "mx", recipients: 5 });
  throttles.take(taken);
  expect(limitsOf(throttles, { mx: 20 })).toEqual({ "one.example  ": 15 });
  expect(limitsOf(throttles, { mx: 3 })).toEqual({ "one.example  ": 0 });
  expect(limitsOf(throttles, { mx: 40 })).toEqual({});
  throttles.letGo(taken);
  expect(limitsOf(throttles, { mx: 20 })).toEqual({ "one.example  ": 20 });
});

test("a stream that goes another way does not wait", () => {
  const throttles = new InFlightByThrottle();
  throttles.take(dispatch({ throttle: "mx" }));
  throttles.take(dispatch({ throttle: "relay", bulk: true }));
  expect(limitsOf(throttles, { relay: 1 })).toEqual({ "one.example bulk ": 0 });
});

test("an account's own way that is full holds up its mail alone", () => {
  const throttles = new InFlightByThrottle();
  throttles.take(dispatch({ throttle: "own", isOwn: true }));
  throttles.take(dispatch({ throttle: "mx", account: "b" }));
  expect(limitsOf(throttles, { own: 1 })).toEqual({ "one.example  a": 0 });
});

test("an account whose own way is open does not wait for what others' mail waits for", () => {
  const throttles = new InFlightByThrottle();
  throttles.take(dispatch({ throttle: "own", isOwn: true }));
  throttles.take(dispatch({ throttle: "mx", account: "b" }));
  expect(limitsOf(throttles, { mx: 0 })).toEqual({ "one.example  ": 0, "one.example  a": 30 });
});

test("mail that takes several ways waits for the slowest", () => {
  const throttles = new InFlightByThrottle();
  throttles.take(dispatch({ throttle: "own", isOwn: true }));
  throttles.take(dispatch({ throttle: "mx" }));
  expect(limitsOf(throttles, { own: 21, mx: 11 })).toEqual({ "one.example  ": 10, "one.example  a": 10 });
});

test("of domains whose way is being found out nothing more is claimed", () => {
  const throttles = new InFlightByThrottle();
  throttles.take(dispatch({ throttle: "mx" }));
  const known = throttles.await({ recipients: [{ domain: "one.example" }] } as never);
  expect(limitsOf(throttles, { mx: 20 })).toEqual({ "one.example  ": 0 });
  known();
  expect(limitsOf(throttles, { mx: 20 })).toEqual({ "one.example  ": 19 });
});
