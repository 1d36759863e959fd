import { expect, test } from "vitest";
import { groupByEmail } from "./group-by-email.ts";
import type { ClaimedRow } from "./queries.ts";

const draftRow = {
  mail_from: { address: "a@example.com", name: null },
  mail_to: [],
  mail_cc: null,
  mail_bcc: null,
  reply_to: [],
  subject: "x",
  headers: null,
  in_reply_to: null,
  reference_ids: null,
  attachments: null,
  tags: null,
  metadata: null,
  scheduled_at: null,
  envelope_from: null,
  html_hash: null,
  text_hash: null,
  raw_hash: null,
  size_bytes: 1,
  api_key_id: null,
  created_at: new Date(0),
};

const email = (id: string) => ({
  ...draftRow,
  id,
  message_id: `${id}@example.com`,
});

/** As the database gives them: only the first of an email brings it. */
const row = (id: string, position: number, address = `${position}@example.com`): ClaimedRow => {
  const recipient = {
    account_id: "account",
    email_id: id,
    position,
    attempt: 1,
    address,
    seconds_left: 100,
    was: "queued" as const,
    is_poison: false,
  };
  if (position > 0) return { ...recipient, is_first: false };
  return {
    ...recipient,
    is_first: true,
    has_contents: true,
    html: null,
    text: Buffer.from("x"),
    ...email(id),
  };
};

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

test("simulated recipients have an envelope of their own", () => {
  const groups = groupByEmail([
    row("a", 0),
    row("a", 1, "bounced@simulator.posthouse.test"),
    row("a", 2),
    row("a", 3, "delivered+x@simulator.posthouse.test"),
  ]);
  expect(groups.map(({ simulated, recipients }) => [simulated, recipients.length])).toEqual([
    [false, 2],
    [true, 2],
  ]);
});

test("a row that is not the first may come before the one that brings the email", () => {
  const [group] = groupByEmail([row("a", 1), row("a", 0)]);
  expect(group?.email.id).toBe("a");
  expect(group?.recipients.map(({ claim }) => claim.position)).toEqual([1, 0]);
});
