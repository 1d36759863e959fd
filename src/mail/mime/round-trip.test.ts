import fc from "fast-check";
import PostalMime from "postal-mime";
import { describe, expect, test, vi } from "vitest";
import { arbitraryTextMessage } from "../../../test/harness/arbitrary-mail.ts";
import { readWithPython } from "../../../test/harness/judges/python-judge.ts";
import { parseMailbox } from "../address/index.ts";
import { buildMessage, type MessageInput } from "./index.ts";

// Hundreds of messages go through two other parsers, one of them in another process.
vi.setConfig({ testTimeout: 60_000 });

function lines(content: string): string {
  return content.toWellFormed().replace(/\r\n|\r|\n/g, "\n");
}

/** A 7bit part gets a final line end if it is the whole body; everything else is unchanged. */
function withFinalLine(content: string, encoding: string | undefined): string {
  const text = lines(content);
  return encoding === "7bit" && text !== "" && !text.endsWith("\n") ? `${text}\n` : text;
}

function headerText(content: string): string {
  return content.toWellFormed().replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}

function oneSpace(name: string): string {
  return name.trim().replace(/ +/g, " ");
}

function noSpace(name: string): string {
  return name.replaceAll(" ", "");
}

function expectedNames(input: MessageInput): string[] {
  return [
    "Date",
    "From",
    ...(input.replyTo.length > 0 ? ["Reply-To"] : []),
    ...(input.to.length > 0 || input.cc?.length === 0 ? ["To"] : []),
    ...(input.cc?.length ? ["Cc"] : []),
    "Subject",
    "Message-ID",
    ...(input.headers ?? []).map(([name]) => name),
    "MIME-Version",
    "Content-Type",
    ...(input.html !== null && input.text !== null ? [] : ["Content-Transfer-Encoding"]),
  ];
}

test("every message is 7-bit, has only CRLF, short lines and the requested headers (C10 C12 C14)", () => {
  fc.assert(
    fc.property(arbitraryTextMessage, (input) => {
      const raw = buildMessage(input).toString("latin1");
      expect(raw).not.toMatch(/[^\r\n\t -~]/);
      expect(raw).not.toMatch(/\r(?!\n)|(?<!\r)\n/);
      expect(raw.endsWith("\r\n")).toBe(true);
      const [header = ""] = raw.split("\r\n\r\n", 1);
      for (const line of header.split("\r\n")) {
        expect(line.length).toBeLessThanOrEqual(998);
        if (line.trim().includes(" ")) expect(line).not.toMatch(/^ +$/);
      }
      expect(
        raw
          .slice(header.length)
          .split("\r\n")
          .every((line) => line.length <= 76),
      ).toBe(true);
      const names = header.split("\r\n").filter((line) => !line.startsWith(" "));
      expect(names.map((line) => line.slice(0, line.indexOf(":")))).toEqual(expectedNames(input));
    }),
    { numRuns: 1_000 },
  );
});

describe("readers see the input unchanged (C11, C14)", () => {
  test("postal-mime", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryTextMessage, async (input) => {
        const raw = buildMessage(input);
        const read = await PostalMime.parse(raw);
        // postal-mime adds and drops line ends at the end of a text, and drops a byte order mark at its beginning; Python
        // below is exact about them.
        const trimmed = (content: string) =>
          lines(content)
            .replace(/^\ufeff/, "")
            .replace(/\n+$/, "");
        if (input.html !== null) expect(trimmed(read.html ?? "")).toBe(trimmed(input.html));
        if (input.text !== null) expect(trimmed(read.text ?? "")).toBe(trimmed(input.text));
        expect((read.subject ?? "").trim()).toBe(headerText(input.subject).trim());
        expect(oneSpace(read.from?.name ?? "")).toBe(oneSpace(headerText(input.from.name ?? "")));
      }),
      { numRuns: 300 },
    );
  });

  test("Python's email package, which also reports no defect", async () => {
    const inputs = fc.sample(arbitraryTextMessage, { numRuns: 300, seed: 20261121 });
    const raws = inputs.map(buildMessage);
    const readings = await readWithPython(raws);
    expect(readings).toHaveLength(inputs.length);
    for (const [index, input] of inputs.entries()) {
      const read = readings[index]!;
      const encoding = /^Content-Transfer-Encoding: (\S+)/m.exec(raws[index]!.toString("latin1"))?.[1];
      const single = input.html === null || input.text === null;
      const expected = (content: string) => (single ? withFinalLine(content, encoding) : lines(content));
      expect(read.defects).toEqual([]);
      expect(read.headers.map(([name]) => name)).toEqual(expectedNames(input));
      if (input.text !== null) expect(lines(read.plain ?? "")).toBe(expected(input.text));
      if (input.html !== null) expect(lines(read.html ?? "")).toBe(expected(input.html));
      expect(read.headers.find(([name]) => name === "Subject")?.[1]).toBe(headerText(input.subject));
      for (const [header, mailboxes] of Object.entries({
        from: [input.from],
        to: input.to,
        cc: input.cc ?? [],
      })) {
        if (mailboxes.length === 0) continue;
        // Python 3.11 puts a space between two encoded words of a name (but not of a subject), so only the rest is compared.
        const wanted = mailboxes.map(({ name, address }) => [noSpace(headerText(name ?? "")), address]);
        const seen = read.addresses[header]?.map(([name, address]) => [noSpace(name), address]);
        expect(seen).toEqual(wanted);
      }
    }
  });
});

test("huge lines, a million lines, dots and a missing final line end are preserved (C11)", {
  timeout: 60_000,
}, async () => {
  const texts = [
    "x".repeat(5_000_000),
    "é".repeat(1_000_000),
    "y\n".repeat(1_000_000),
    ".\n..\n.\r\n.x\n.",
    ".",
    "no final line end, but more than the 76 characters of a literal line, so quoted",
  ];
  const { date, ...rest } = fc.sample(arbitraryTextMessage, { numRuns: 1, seed: 1 })[0] as MessageInput;
  const raws = texts.map((content) => buildMessage({ ...rest, date, text: content, html: `${content}<p>` }));
  for (const [index, read] of (await readWithPython(raws)).entries()) {
    expect(lines(read.plain ?? "") === lines(texts[index] ?? "")).toBe(true);
    expect(lines(read.html ?? "") === lines(`${texts[index]}<p>`)).toBe(true);
  }
});

test("the longest name that the parser accepts folds everywhere (C10)", () => {
  for (const name of ["n".repeat(256), "日".repeat(256), `${"w ".repeat(127)}w`, '"'.repeat(200)]) {
    const parsed = parseMailbox(`"${name.replace(/["\\]/g, "\\$&")}" <a@b.example>`);
    if (!parsed.ok) throw new Error(parsed.reason);
    const raw = buildMessage({
      messageId: "x@y.example",
      date: new Date(0),
      from: parsed.mailbox,
      to: [parsed.mailbox, parsed.mailbox],
      replyTo: [],
      subject: "",
      html: null,
      text: null,
      boundarySeed: "",
    });
    expect(
      Math.max(
        ...raw
          .toString("latin1")
          .split("\r\n")
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(998);
  }
});
