import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlCommand } from "./curl-command.ts";

/** The arguments that a shell passes to curl. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync("/bin/sh", ["-c", script]).toString().split("\0").slice(0, -1);
}

test("a shell parses the command correctly", () => {
  const command = curlCommand({
    baseUrl: "http://127.0.0.1:3000/",
    key: "ph_abc_def",
    to: "ada@example.com",
  });
  expect(argumentsOf(command)).toEqual([
    "http://127.0.0.1:3000/api/v1/send",
    "-H",
    "Authorization: Bearer ph_abc_def",
    "-H",
    "Content-Type: application/json",
    "-d",
    '{"to":"ada@example.com","subject":"Hello from Posthouse","html":"<p>It works.</p>"}',
  ]);
});

test("quotes, dollars and semicolons in an address stay inside the address (C1)", () => {
  const to = `o'brien;$(touch x)"\`id\`@example.com`;
  const body = argumentsOf(curlCommand({ baseUrl: "https://x.example", key: "k", to, from: to })).at(-1);
  expect(JSON.parse(body ?? "")).toMatchObject({ to, from: to });
});
