import fc from "fast-check";
import { expect, test } from "vitest";
import { stuffDots, terminatorOf } from "./dot-stuffing.ts";

function onTheWire(text: string): string {
  const message = stuffDots(Buffer.from(text, "latin1"));
  return message.toString("latin1") + terminatorOf(message);
}

test.each([
  ["", ".\r\n"],
  ["a", "a\r\n.\r\n"],
  ["a\r\n", "a\r\n.\r\n"],
  [".", "..\r\n.\r\n"],
  ["..\r\n.a\r\nb.\r\n", "...\r\n..a\r\nb.\r\n.\r\n"],
  ["a\r\n.\r\nb", "a\r\n..\r\nb\r\n.\r\n"],
  ["a\n.\nb", "a\r\n..\r\nb\r\n.\r\n"],
  ["a\r.\rb", "a\r\n..\r\nb\r\n.\r\n"],
  ["a\n\r\n\r\r\nb", "a\r\n\r\n\r\n\r\nb\r\n.\r\n"],
  ["a\r", "a\r\n.\r\n"],
])("%j goes as %j", (text, wire) => {
  expect(onTheWire(text)).toBe(wire);
});

test("a clean message is not copied", () => {
  const message = Buffer.from("Subject: x\r\n\r\nhello. world\r\n");
  expect(stuffDots(message)).toBe(message);
});

test("any message ends only at its own end and has no bare CR or LF (C12, C13)", () => {
  const piece = fc.constantFrom("\r", "\n", "\r\n", ".", "a", "\0", "..", "MAIL FROM:<x@y.example>");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join("");
      const wire = onTheWire(text);
      expect(wire).not.toMatch(/\r(?!\n)|(?<!\r)\n/);
      expect(`\r\n${wire}`.indexOf("\r\n.\r\n")).toBe(wire.length - 3);
      const content = wire.slice(0, -3).replace(/(^|\r\n)\./g, "$1");
      const lines = text.replace(/\r\n|\r|\n/g, "\r\n");
      expect(content).toBe(lines === "" || lines.endsWith("\r\n") ? lines : `${lines}\r\n`);
    }),
    { numRuns: 3_000 },
  );
});
