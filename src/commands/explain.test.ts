import { expect, test } from "vitest";
import { CommandError, explain } from "./explain.ts";

const coded = (message: string, extras: object) => Object.assign(new Error(message), extras);

test.each([
  [new CommandError("type\nthis"), "type this"],
  [
    coded("x", { code: "EADDRINUSE", syscall: "listen", port: 80 }),
    "port 80 is in use: stop the program that uses it, or set PORT to a free port",
  ],
  [
    coded("x", { code: "EACCES", syscall: "listen", port: 80 }),
    "listening on port 80 requires root: set PORT to a port above 1023",
  ],
  [
    coded("", { code: "ECONNREFUSED", syscall: "connect" }),
    "the database cannot be reached (ECONNREFUSED): start it, or correct DATABASE_URL",
  ],
  [
    coded('database "x" does not exist', { code: "3D000" }),
    'the database refuses the connection (database "x" does not exist): correct DATABASE_URL',
  ],
])("%s is one line", (error, line) => {
  expect(explain(error)).toBe(line);
});

test.each([new TypeError("x is not a function"), coded("syntax error", { code: "42601" }), "thrown text"])(
  "%s is an internal error and keeps its stack",
  (error) => {
    expect(explain(error)).toBeNull();
  },
);
