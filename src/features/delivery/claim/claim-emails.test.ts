import { expect, test } from "vitest";
import type { EmailOfClaim } from "../../emails/index.ts";
import type { ClaimedRow } from "../../recipients/index.ts";
import { groupByEmail } from "./claim-emails.ts";

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
  stream: null,
  tracking: null,
  on_uncertain: "retry" as const,
  retry_seconds: null,
  account_number: 1,
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

/** A row as the database returns it: only the first row of an email contains the email. */
const row = (id: string, position: number, address = `${position}@example.com`): ClaimedRow<EmailOfClaim> => {
  const recipient = {
    account_id: "account",
    email_id: id,
    position,
    lease: 1,
    due_at: 0,
    address,
    domain: "example.com",
    tries: 0,
    suppressed_by: null,
    seconds_left: 100,
    previous_state: "queued" as const,
    is_poison: false,
  };
  if (position > 0) return { ...recipient, is_first: false };
  return {
    ...recipient,
    is_first: true,
    has_contents: true,
    release_relay_id: null,
    html: null,
    text: Buffer.from("x"),
    ...email(id),
  };
};

test("another row of an email may come before the row with its columns", () => {
  const [group] = groupByEmail([row("a", 1), row("a", 0)]);
  expect(group?.email.id).toBe("a");
  expect(group?.recipients.map(({ claim }) => claim.position)).toEqual([1, 0]);
});
