import { expect, test } from "vitest";
import { Transcript } from "./transcript.ts";

const reply = (line: string) => ({ code: 250, enhanced: null, line });

test("lines up to MAIL belong to every message, lines of the previous message to none", () => {
  const transcript = new Transcript();
  transcript.addReply(reply("220 hello"));
  for (const name of ["a", "b"]) {
    transcript.beginTransaction();
    transcript.addCommands(`MAIL FROM:<${name}@a.example>\r\nDATA\r\n`);
  }
  expect(transcript.toString()).toBe("S: 220 hello\nC: MAIL FROM:<b@a.example>\nC: DATA");
});

test("a long transcript keeps full lines of its beginning and end, and states how much is missing", () => {
  const transcript = new Transcript();
  const lines = Array.from({ length: 1_000 }, (_, n) => `RCPT TO:<recipient${n}@a.example>`);
  transcript.beginTransaction();
  for (const line of lines) transcript.addCommands(`${line}\r\n`);
  transcript.addReply(reply("550 5.7.1 no"));
  const full = [...lines.map((line) => `C: ${line}`), "S: 550 5.7.1 no"].join("\n");
  const text = transcript.toString();
  const missing = /\n-- (\d+) characters are left out here\n/.exec(text);
  const [beginning = "", end = ""] = text.split(missing?.[0] ?? "");
  expect(full.startsWith(`${beginning}\n`) && beginning.length > 2_900).toBe(true);
  expect(full.endsWith(`\n${end}`) && end.length > 4_900).toBe(true);
  expect(beginning.length + Number(missing?.[1]) + end.length).toBe(full.length);
});
