import { expect, test } from "vitest";
import { groupByEmail } from "./group-by-email.ts";
import type { ClaimedRow } from "./queries.ts";

const row = (id: string, position: number): ClaimedRow => ({
  account_id: "account",
  position,
  attempt: 1,
  address: `${position}@example.com`,
  seconds_left: 100,
  is_large: false,
  id,
  message_id: `${id}@example.com`,
  mail_from: { address: "a@example.com", name: null },
  mail_to: [],
  reply_to: [],
  subject: "x",
  created_at: new Date(0),
  html: null,
  text: "x",
});

test("recipients of one email share an envelope, of 50 at most", () => {
  const rows = [
    row("b", 0),
    ...Array.from({ length: 120 }, (_, position) => row("a", position)),
    row("b", 1),
  ];
  const groups = groupByEmail(rows);
  expect(groups.map(({ email, recipients }) => [email.id, recipients.length])).toEqual([
    ["b", 2],
    ["a", 50],
    ["a", 50],
    ["a", 20],
  ]);
  const positions = groups.filter(({ email }) => email.id === "a").flatMap(({ recipients }) => recipients);
  expect(new Set(positions.map(({ claim }) => claim.position)).size).toBe(120);
});
