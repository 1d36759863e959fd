import { expect, test } from "vitest";
import type { Pace } from "../pace/pace.ts";
import type { Dispatch, Hop } from "../routing/hop.ts";
import { LanesInHand } from "./lanes-in-hand.ts";

type Given = {
  lane: string;
  account?: string;
  bulk?: boolean;
  domain?: string;
  isOwn?: boolean;
  recipients?: number;
};

function dispatch({
  lane,
  account = "a",
  bulk = false,
  domain = "one.example",
  isOwn,
  recipients = 1,
}: Given) {
  const hop = { lane, ...(isOwn && { isOwn }) } as Hop;
  return {
    hop,
    from: "",
    email: { accountId: account, email: { stream: bulk ? "bulk" : null } },
    recipients: Array.from({ length: recipients }, () => ({ domain })),
  } as unknown as Dispatch;
}

const paceOf = (rooms: Record<string, number>) =>
  ({ room: (lane: string) => rooms[lane] ?? Number.POSITIVE_INFINITY }) as unknown as Pace;

const limitsOf = (lanes: LanesInHand, rooms: Record<string, number>) =>
  Object.fromEntries(
    lanes
      .limits(paceOf(rooms), 30)
      .map(({ domain, of, room }) => [[domain, of?.bulk ? "bulk" : "", of?.accountId ?? ""].join(" "), room]),
  );

test("of a lane no more is claimed than there is room for, with what is in hand", () => {
  const lanes = new LanesInHand();
  const taken = dispatch({ lane: "mx", recipients: 5 });
  lanes.take(taken);
  expect(limitsOf(lanes, { mx: 20 })).toEqual({ "one.example  ": 15 });
  expect(limitsOf(lanes, { mx: 3 })).toEqual({ "one.example  ": 0 });
  expect(limitsOf(lanes, { mx: 40 })).toEqual({});
  lanes.letGo(taken);
  expect(limitsOf(lanes, { mx: 20 })).toEqual({ "one.example  ": 20 });
});

test("a stream that goes another way does not wait", () => {
  const lanes = new LanesInHand();
  lanes.take(dispatch({ lane: "mx" }));
  lanes.take(dispatch({ lane: "relay", bulk: true }));
  expect(limitsOf(lanes, { relay: 1 })).toEqual({ "one.example bulk ": 0 });
});

test("an account's own way that is full holds up its mail alone", () => {
  const lanes = new LanesInHand();
  lanes.take(dispatch({ lane: "own", isOwn: true }));
  lanes.take(dispatch({ lane: "mx", account: "b" }));
  expect(limitsOf(lanes, { own: 1 })).toEqual({ "one.example  a": 0 });
});

test("an account whose own way is open does not wait for what others' mail waits for", () => {
  const lanes = new LanesInHand();
  lanes.take(dispatch({ lane: "own", isOwn: true }));
  lanes.take(dispatch({ lane: "mx", account: "b" }));
  expect(limitsOf(lanes, { mx: 0 })).toEqual({ "one.example  ": 0, "one.example  a": 30 });
});

test("mail that takes several ways waits for the slowest", () => {
  const lanes = new LanesInHand();
  lanes.take(dispatch({ lane: "own", isOwn: true }));
  lanes.take(dispatch({ lane: "mx" }));
  expect(limitsOf(lanes, { own: 21, mx: 11 })).toEqual({ "one.example  ": 10, "one.example  a": 10 });
});

test("of domains whose way is being found out nothing more is claimed", () => {
  const lanes = new LanesInHand();
  lanes.take(dispatch({ lane: "mx" }));
  const known = lanes.await({ recipients: [{ domain: "one.example" }] } as never);
  expect(limitsOf(lanes, { mx: 20 })).toEqual({ "one.example  ": 0 });
  known();
  expect(limitsOf(lanes, { mx: 20 })).toEqual({ "one.example  ": 19 });
});
