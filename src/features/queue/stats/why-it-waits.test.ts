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
  ["no result yet", {}, ["Waiting for a worker."]],
  ["others in flight", { group: { ...group, in_flight: 3 } }, ["Waiting for its turn."]],
  ["no worker", { workers: 0 }, ["No worker is running."]],
  ["paused", { pauses: [pause] }, ["Paused."]],
  ["held", { pauses: [{ ...pause, kind: "hold" as const, reason: "spam?" }] }, ["Held: spam?"]],
  [
    "by the operator",
    { pauses: [{ ...pause, account_id: null, by_operator: true }] },
    ["Paused by the operator for all accounts."],
  ],
  ["closed", { closed: { reason: null } }, ["No mail is sent to this destination for now."]],
  ["scheduled", { group: { ...group, waiting: 0, delayed: 2 } }, ["Not due yet."]],
  [
    "some of it scheduled",
    { group: { ...group, delayed: 2 } },
    ["Waiting for a worker.", "Other mail is not due yet."],
  ],
  [
    "some of it scheduled, and no worker",
    { group: { ...group, delayed: 2 }, workers: 0 },
    ["No worker is running.", "Other mail is not due yet."],
  ],
  [
    "some of it refused for now",
    {
      group: {
        ...group,
        in_flight: 1,
        delayed: 2,
        last_type: "deferred",
        last_detail: { line: "451 Later" },
      },
    },
    ["Deferred, will be retried: 451 Later", "Waiting for its turn."],
  ],
  [
    "the last reply of a server",
    {
      group: {
        ...group,
        waiting: 0,
        delayed: 2,
        last_type: "deferred",
        last_detail: { line: "451 4.7.1 Later", reason: "r" },
      },
    },
    ["Deferred, will be retried: 451 4.7.1 Later"],
  ],
  [
    "uncertain",
    {
      group: {
        ...group,
        waiting: 0,
        delayed: 2,
        last_type: "uncertain",
        last_detail: { reason: "the connection broke" },
      },
    },
    ["May have arrived, will be retried: the connection broke"],
  ],
])("why it waits: %s", (_, change, why) => {
  expect(whyItWaits({ ...known, ...change })).toEqual(why);
});
