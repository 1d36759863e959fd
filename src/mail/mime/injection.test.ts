import { beforeAll, expect, test, vi } from "vitest";
import { type PythonReading, readWithPython } from "../../../test/harness/judges/python-judge.ts";
import { GOLDEN } from "./golden/messages.ts";
import { buildMessage, type MessageInput } from "./index.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const EVERYTHING = GOLDEN.everything as MessageInput;
const [FILE, ...FILES] = EVERYTHING.attachments ?? [];

const OUTER_BOUNDARY = /boundary="(.*?)"/.exec(buildMessage(EVERYTHING).toString("latin1"))?.[1];

/**
 * The characters of C1, each followed by a header, a part or the end of the message, which would take effect if the
 * character ended a line.
 */
const BREAKS = ["\r\n", "\n", "\r", "%0d%0a", "\u2028", "\u2029", "\u0085", "\0", "\v", "\f", "\x7f"];
const PAYLOADS = [
  ...BREAKS.map((end) => `x${end}Bcc: evil@x.example${end}${end}evil`),
  'x"\r\nContent-Type: text/html\r\n\r\n<p>evil</p>',
  'x>;\n boundary="evil"\n--evil\nX-Evil: 1\n\n--evil--',
  `x\r\n--${OUTER_BOUNDARY}--\r\n.\r\nMAIL FROM:<evil@x.example>\r\n`,
];

const mailbox = (address: string, name: string | null = null) => ({ address, name });

/** Every input that can contain a caller's text. */
const INPUTS: Record<string, (evil: string) => Partial<MessageInput>> = {
  messageId: (evil) => ({ messageId: evil }),
  "from.name": (evil) => ({ from: mailbox("a@b.example", evil) }),
  "from.address": (evil) => ({ from: mailbox(`${evil}@b.example`) }),
  "to.name": (evil) => ({ to: [mailbox("a@b.example", evil), mailbox("c@d.example")] }),
  "to.address": (evil) => ({ to: [mailbox(`a@${evil}`), mailbox("c@d.example")] }),
  "cc.name": (evil) => ({ cc: [mailbox("a@b.example", evil)] }),
  "cc.address": (evil) => ({ cc: [mailbox(evil, evil)] }),
  "replyTo.name": (evil) => ({ replyTo: [mailbox("a@b.example", evil)] }),
  "replyTo.address": (evil) => ({ replyTo: [mailbox(evil)] }),
  subject: (evil) => ({ subject: evil }),
  "headers value": (evil) => ({ headers: [["Auto-Submitted", evil]] }),
  inReplyTo: (evil) => ({ inReplyTo: `<${evil}>` }),
  references: (evil) => ({ references: [evil, `<${evil}>`] }),
  boundarySeed: (evil) => ({ boundarySeed: evil }),
  text: (evil) => ({ text: evil }),
  html: (evil) => ({ html: evil }),
  "attachment.filename": (evil) => fileWith({ filename: evil }),
  "attachment.contentType": (evil) => fileWith({ contentType: `image/png${evil}` }),
  "attachment.contentType parameter": (evil) => fileWith({ contentType: `image/png; a="${evil}"` }),
  "attachment.contentId": (evil) => fileWith({ contentId: evil }),
  "attachment.bytes": (evil) => fileWith({ bytes: Buffer.from(evil) }),
};

function fileWith(change: object): Partial<MessageInput> {
  return { attachments: [{ ...FILE!, ...change }, ...FILES] };
}

const NAMES = [
  "Date",
  "From",
  "Reply-To",
  "To",
  "Cc",
  "Subject",
  "Message-ID",
  "In-Reply-To",
  "References",
  "Auto-Submitted",
  "MIME-Version",
  "Content-Type",
];

const names = Object.keys(INPUTS);
const rawsOf = (name: string) =>
  PAYLOADS.map((evil) => buildMessage({ ...EVERYTHING, ...INPUTS[name]?.(evil) }));
/** By input. One process reads all messages, because its start takes longer than the reading. */
let readings: Map<string, PythonReading[]>;

beforeAll(async () => {
  const all = await readWithPython(names.flatMap(rawsOf));
  const readingsOf = (n: number) => all.slice(n * PAYLOADS.length, (n + 1) * PAYLOADS.length);
  readings = new Map(names.map((name, n) => [name, readingsOf(n)]));
});

test.each(names)("nothing in %s adds a header or a part (C1)", (name) => {
  const raws = rawsOf(name);
  const read = readings.get(name) ?? [];
  expect(read).toHaveLength(raws.length);
  for (const [index, reading] of read.entries()) {
    const payload = JSON.stringify(PAYLOADS[index]);
    expect(
      reading.headers.map(([header]) => header),
      payload,
    ).toEqual(NAMES);
    // mixed, related, alternative, two texts, six files.
    expect(reading.types, payload).toHaveLength(11);
    for (const { filename } of reading.files) expect(filename, payload).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    const partHeaders = [...reading.partHeaders].filter((header) => !NAMES.includes(header));
    expect(new Set(partHeaders), payload).toEqual(
      new Set(["Content-Transfer-Encoding", "Content-ID", "Content-Disposition"]),
    );
    expect(raws[index]?.toString("latin1").replaceAll("\r\n", ""), payload).not.toMatch(/[\r\n]/);
  }
});
