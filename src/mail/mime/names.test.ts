import { expect, test } from "vitest";
import { readWithMailparser } from "../../../test/harness/judges/mailparser-judge.ts";
import { readWithPostalMime } from "../../../test/harness/judges/postal-mime-judge.ts";
import { readWithPython } from "../../../test/harness/judges/python-judge.ts";
import { parseMailbox } from "../address/index.ts";
import { GOLDEN } from "./golden/messages.ts";
import { buildMessage, type MessageInput } from "./index.ts";

/** Names as people type them, most without the quotes that RFC 5322 requires. */
const names = [
  "Acme (Support)",
  "Ada (via App)",
  "Acme, Inc.",
  "Acme; Sons",
  "Acme: Orders",
  'First "M." Last',
  '"Ada" Lovelace',
  'Pipes 5"',
  "a@b.example",
  "J. R. R. Tolkien, Jr.",
  "O'Brien & Söhne [Sales]",
  "Back\\slash",
  "🎉 Party (:-)",
  "(((",
  ")(",
  '""',
  "=?utf-8?q?x?=",
  "名前 (会社), Inc.",
  `Long, ${"long ".repeat(38)}name`,
];

test("three readers read any accepted name back with its address and nothing else", async () => {
  const mailboxes = names.map((name) => {
    const parsed = parseMailbox(`${name} <ada@example.com>`);
    if (!parsed.ok) throw new Error(`${name}: ${parsed.reason}`);
    return parsed.mailbox;
  });
  const messages = mailboxes.map((mailbox) =>
    buildMessage({
      ...(GOLDEN["plain-short"] as MessageInput),
      from: mailbox,
      to: [mailbox, { name: null, address: "bob@example.net" }, mailbox],
      replyTo: [mailbox],
    }),
  );
  const expected = names.map((name) => (name === '""' ? "" : name));
  const readings = [
    await readWithPython(messages),
    await Promise.all(messages.map(readWithMailparser)),
    await Promise.all(messages.map(readWithPostalMime)),
  ];
  for (const read of readings)
    expect(read.map(({ addresses }) => addresses)).toMatchObject(
      expected.map((name) => {
        const mailbox = [name, "ada@example.com"];
        return { from: [mailbox], to: [mailbox, ["", "bob@example.net"], mailbox], "reply-to": [mailbox] };
      }),
    );
});
