import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { arbitraryMessage } from "../../../test/harness/arbitrary-mail.ts";
import type { FileReading, MailReading } from "../../../test/harness/judges/mail-reading.ts";
import { readWithMailparser } from "../../../test/harness/judges/mailparser-judge.ts";
import { readWithPerl } from "../../../test/harness/judges/perl-judge.ts";
import { readWithPostalMime } from "../../../test/harness/judges/postal-mime-judge.ts";
import { readWithPython } from "../../../test/harness/judges/python-judge.ts";
import type { Attachment } from "./file-part.ts";
import { buildMessage, type MessageInput } from "./index.ts";

// Hundreds of messages go through four other parsers, two of them in other processes.
vi.setConfig({ testTimeout: 60_000 });

/**
 * Normalizes line ends, and removes the final line end and a byte order mark, because readers differ about them;
 * round-trip.test.ts compares them exactly.
 */
function textOf(content: string | null): string {
  return (content ?? "")
    .toWellFormed()
    .replace(/\r\n|\r|\n/g, "\n")
    .replace(/^\ufeff/, "")
    .replace(/\n+$/, "");
}

/**
 * Replaces control characters with spaces, as every header does. Also trims the text and replaces noncharacters such as
 * U+FFFE, because readers differ about them.
 */
function headerText(content: string): string {
  return content
    .toWellFormed()
    .replace(/\p{Noncharacter_Code_Point}/gu, "\ufffd")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}

/** Removes spaces in the name and the quotes of a local part, because two of the readers remove them. */
function bareMailbox(name: string, address: string): string[] {
  return [headerText(name).replaceAll(" ", ""), address.replace(/["\\]/g, "")];
}

function namesOf(input: MessageInput): string[] {
  const { to, cc = [], replyTo, inReplyTo = null, references = [], headers = [] } = input;
  return [
    "date",
    "from",
    ...(replyTo.length > 0 ? ["reply-to"] : []),
    ...(to.length > 0 || cc.length === 0 ? ["to"] : []),
    ...(cc.length > 0 ? ["cc"] : []),
    "subject",
    "message-id",
    ...(inReplyTo === null ? [] : ["in-reply-to"]),
    ...(references.length > 0 ? ["references"] : []),
    ...headers.map(([name]) => name.toLowerCase()),
  ];
}

function isInline(attachment: Attachment, input: MessageInput): boolean {
  return attachment.contentId !== null && input.html !== null;
}

/** In the order of the message: files that the HTML shows come before files that are only attached. */
function filesOf(input: MessageInput): FileReading[] {
  const { attachments = [] } = input;
  const inline = attachments.filter((attachment) => isInline(attachment, input));
  const attached = attachments.filter((attachment) => !isInline(attachment, input));
  return [...inline, ...attached].map((attachment) => {
    const type = attachment.contentType.replace(/;.*/, "");
    const inlineHere = isInline(attachment, input);
    return {
      filename: headerText(attachment.filename),
      contentType: /^(?:message|multipart)/.test(type) ? "application/octet-stream" : type,
      disposition: inlineHere && !type.startsWith("text/") ? "inline" : "attachment",
      contentId: inlineHere ? attachment.contentId : null,
      base64: attachment.bytes.toString("base64"),
    };
  });
}

function expectSame(read: MailReading, input: MessageInput): void {
  const names = read.headers.map(([name]) => name.toLowerCase());
  expect(names.filter((name) => !/^(?:mime-version|content-)/.test(name))).toEqual(namesOf(input));
  const values = new Map(read.headers.map(([name, value]) => [name.toLowerCase(), headerText(value)]));
  expect(values.get("subject")).toBe(headerText(input.subject));
  expect(values.get("x-one")).toBe(headerText(input.headers?.[0]?.[1] ?? ""));
  expect(values.get("in-reply-to")).toBe(input.inReplyTo ? `<${input.inReplyTo}>` : undefined);
  expect(values.get("references") ?? "").toBe((input.references ?? []).map((id) => `<${id}>`).join(" "));
  for (const [name, mailboxes] of Object.entries({ from: [input.from], to: input.to, cc: input.cc ?? [] })) {
    const wanted = mailboxes.map(({ name, address }) => bareMailbox(name ?? "", address));
    // Two of the readers list an empty group among the mailboxes.
    const seen = (read.addresses[name] ?? []).filter(([, address]) => address !== "");
    expect(seen.map(([name, address]) => bareMailbox(name, address))).toEqual(wanted);
  }
  expect(textOf(read.html)).toBe(textOf(input.html));
  expect(textOf(read.plain)).toBe(textOf(input.text));
  expect(
    read.files.map(({ filename, ...file }) => ({ ...file, filename: headerText(filename ?? "") })),
  ).toEqual(filesOf(input));
}

const INPUTS = fc.sample(arbitraryMessage, { numRuns: 300, seed: 20261122 });
const RAWS = INPUTS.map(buildMessage);

function expectAllSame(readings: MailReading[]): void {
  expect(readings).toHaveLength(INPUTS.length);
  for (const [index, read] of readings.entries()) expectSame(read, INPUTS[index] as MessageInput);
}

test("Python's email package reads the input back and reports no defect (C14, C15)", async () => {
  const readings = await readWithPython(RAWS);
  for (const { defects } of readings) expect(defects).toEqual([]);
  expectAllSame(readings);
});

test("Perl's Email::MIME reads the input back (C14, C15)", async () => {
  expectAllSame(await readWithPerl(RAWS));
});

test("postal-mime reads the input back (C14, C15)", async () => {
  expectAllSame(await Promise.all(RAWS.map(readWithPostalMime)));
});

test("mailparser reads the input back (C14, C15)", async () => {
  expectAllSame(await Promise.all(RAWS.map(readWithMailparser)));
});
