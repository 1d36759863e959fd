import { expect, test } from "vitest";
import type { Event } from "../../packages/client/src/index.ts";
import { eventLine } from "./event-line.ts";
import { printable } from "./terminal/printable.ts";

const event: Event = {
  id: "e",
  kind: "email" as const,
  subject_id: "e",
  email_id: "m",
  type: "deferred",
  attempt: 1,
  created_at: "2026-11-21T08:30:00.000Z",
  recipient: "ada@example.com",
  subject: "Hello",
  tags: [],
  metadata: null,
  detail: {},
};

test.each<[Event["detail"], string]>([
  [{}, ""],
  [{ code: 250, enhanced: "2.0.0", line: "250 2.0.0 OK" }, "  250 2.0.0 OK"],
  [{ code: 451, enhanced: "4.7.1" }, "  451 4.7.1"],
  [{ reason: "connection refused" }, "  (connection refused)"],
  [
    { line: "451 4.7.1 Greylisted", reason: "greylisted", next_attempt_at: "2026-11-21T08:31:00.000Z" },
    "  451 4.7.1 Greylisted (greylisted) again at 2026-11-21T08:31:00.000Z",
  ],
])("%j", (detail, reply) => {
  expect(eventLine({ ...event, detail })).toBe(
    `2026-11-21T08:30:00.000Z  deferred    ada@example.com  "Hello"${reply}`,
  );
});

test("control characters in a server's reply or a subject do not reach the terminal", () => {
  const line = eventLine({
    ...event,
    subject: "a\u001b[2J\nb\u202ec",
    detail: { line: "250 \u001b]0;pwned\u0007\u009b31m ok" },
  });
  expect(line).not.toMatch(/[\p{Cc}\u202e]/u);
  expect(line).toContain("pwned");
});

test("scripts that need joiners are unchanged", () => {
  expect(printable("👩‍💻 می‌خواهم")).toBe("👩‍💻 می‌خواهم");
});
