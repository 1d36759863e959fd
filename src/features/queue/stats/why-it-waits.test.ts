import { expect, test } from "vitest";
import type { Pause } from "../pauses/pause.ts";
import { whyItWaits } from "./why-it-waits.ts";

const group = {
  key: "one.example",
  domain: "one.example",
  waiting: 1,
  in_flight: 0,
  delayed: 0,
  last_type: null,
  last_detail: null,
};
const pause: Pause = {
  account_id: "a",
  target: "all",
  name: "",
  kind: "pause",
  reason: null,
  by_operator: false,
  by: null,
  ends_at: null,
  created_at: new Date(0),
};
const known = { group, pauses: [], closed: null, workers: 1 };

test.each([
  ["nothing waits", { group: { ...group, waiting: 0, in_flight: 3 } }, []],
  ["a moment", {}, ["It is about to be taken."]],
  ["its turn", { group: { ...group, in_flight: 3 } }, ["It waits for its turn."]],
  ["nobody works", { workers: 0 }, ["No worker is running."]],
  ["paused", { pauses: [pause] }, ["Paused."]],
  ["held", { pauses: [{ ...pause, kind: "hold" as const, reason: "spam?" }] }, ["Held: spam?"]],
  [
    "by the operator",
    { pauses: [{ ...pause, account_id: null, by_operator: true }] },
    ["Paused by the operator for all accounts."],
  ],
  ["closed", { closed: { reason: null } }, ["Nothing goes there for now."]],
  ["scheduled", { group: { ...group, waiting: 0, delayed: 2 } }, ["Its time has not come."]],
  [
    "the last word of a server",
    {
      group: {
        ...group,
        waiting: 0,
        delayed: 2,
        last_type: "deferred",
        last_detail: { line: "451 4.7.1 Later", reason: "r" },
      },
    },
    ["It is tried again later: 451 4.7.1 Later"],
  ],
  [
    "uncertain",
    {
      group: {
        ...group,
        waiting: 0,
        delayed: 2,
        last_type: "uncertain",
        last_detail: { reason: "the line broke" },
      },
    },
    ["It may have arrived, and is tried again later: the line broke"],
  ],
])("why it waits: %s", (_, given, why) => {
  expect(whyItWaits({ ...known, ...given })).toEqual(why);
});
