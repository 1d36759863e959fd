import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { sendCommand } from "./send-command.ts";

/** The arguments that a shell passes to curl. */
function wordsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
}

test("a shell parses the line as one request with a JSON body", () => {
  const words = wordsOf(
    sendCommand({ origin: "http://localhost:3000", keyPrefix: "ph_a1B2c3D4", to: "ada@example.com" }),
  );
  expect(words.slice(0, -1)).toEqual([
    "http://localhost:3000/api/v1/send",
    "-H",
    "Authorization: Bearer ph_a1B2c3D4_…",
    "-H",
    "Content-Type: application/json",
    "-d",
  ]);
  expect(JSON.parse(words.at(-1) ?? "")).toEqual({
    to: "ada@example.com",
    subject: "Hello from Posthouse",
    html: "<p>It works.</p>",
  });
});

test("an address cannot leave its quotes", () => {
  const to = `o'brien"$(id)\`id\`@example.com`;
  const words = wordsOf(sendCommand({ origin: "http://localhost", keyPrefix: null, to }));
  expect(JSON.parse(words.at(-1) ?? "").to).toBe(to);
  expect(words[2]).toBe("Authorization: Bearer YOUR_API_KEY");
});
