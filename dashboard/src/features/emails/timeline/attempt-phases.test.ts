import { expect, test } from "vitest";
import { attemptTiming } from "./attempt-phases.ts";

test("phases follow each other and fill the attempt; the queue is separate", () => {
  const timing = attemptTiming({
    queue: 9_000,
    dns: 10,
    connect: 20,
    tls: 30,
    mail: 10,
    rcpt: 10,
    data: 10,
    reply: 10,
  });
  expect(timing).toMatchObject({ queueMs: 9_000, totalMs: 100, isReused: false });
  expect(timing?.phases.map(({ label, from, to }) => [label, from, to])).toEqual([
    ["DNS", 0, 0.1],
    ["Connect", 0.1, 0.3],
    ["TLS", 0.3, 0.6],
    ["MAIL", 0.6, 0.7],
    ["RCPT", 0.7, 0.8],
    ["DATA", 0.8, 0.9],
    ["Reply", 0.9, 1],
  ]);
});

test("a connection that was open has no connect and TLS", () => {
  expect(attemptTiming({ mail: 4, reply: 16 })).toMatchObject({
    isReused: true,
    totalMs: 20,
    phases: [{}, {}],
  });
});

test("nothing is drawn for attempts without measurements", () => {
  expect(attemptTiming(undefined)).toBeNull();
  expect(attemptTiming({ queue: 12 })).toBeNull();
});
