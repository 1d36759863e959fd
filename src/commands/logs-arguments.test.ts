import { expect, test } from "vitest";
import { readArguments } from "./command-line/command.ts";
import { LOGS_OPTIONS, readLogsArguments } from "./logs-arguments.ts";

const now = new Date("2026-11-21T08:30:00Z");
const read = (args: string[]) =>
  readLogsArguments(readArguments({ name: "logs", options: LOGS_OPTIONS }, args).values, now);

test.each([
  ["", "2026-11-20T08:30:00.000Z"],
  ["--follow", "2026-11-21T08:30:00.000Z"],
  ["--email e-1", undefined],
  ["--email e-1 --follow", undefined],
  ["--since 90s", "2026-11-21T08:28:30.000Z"],
  ["--since 30m --follow", "2026-11-21T08:00:00.000Z"],
  ["--since 1h", "2026-11-21T07:30:00.000Z"],
  ["--since 2d --email e-1", "2026-11-19T08:30:00.000Z"],
  ["--since 2026-11-01", "2026-11-01T00:00:00.000Z"],
  ["--since 2026-11-01T10:00:00+02:00", "2026-11-01T08:00:00.000Z"],
])("%j starts at %s", (line, since) => {
  expect(read(line.split(" ").filter(Boolean)).since).toBe(since);
});

test.each(["1 hour", "h", "-1h", "1", "tomorrow", "2026-13-01"])("--since %s is refused", (since) => {
  expect(() => read([`--since=${since}`])).toThrow("--since takes 30m, 1h, 2d or a time such as");
});

test("options", () => {
  const line = "--follow --json --email e-1 --key k --url u".split(" ");
  expect(read(line)).toMatchObject({
    follow: true,
    json: true,
    email: "e-1",
    server: { key: "k", url: "u" },
  });
  expect(() => read(["--folow"])).toThrow("--folow");
});
