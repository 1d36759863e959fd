import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { languageSnippets } from "./language-snippets.ts";

const filling: Parameters<typeof languageSnippets>[0] = {
  origin: "https://mail.example.com:8443",
  key: "ph_a1B2c3D4_…",
  to: "ada+test@example.com",
  smtp: { host: "mail.example.com", port: 587, tls_port: 465 },
};

/** The arguments that a shell passes to curl. */
function argumentsOf(language: string, changed: Partial<typeof filling> = {}): string[] {
  const { code } =
    languageSnippets({ ...filling, ...changed }).find((one) => one.language === language) ?? {};
  const script = `curl() { printf '%s\\0' "$@"; }\n${code}`;
  return execFileSync("/bin/sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
}

test("each language has the quickstart's code with this instance and the user's address, curl first", () => {
  const snippets = languageSnippets(filling);
  expect(snippets.map(({ language }) => language)).toEqual([
    "curl",
    "Node.js",
    "Python",
    "PHP",
    "Ruby",
    "Go",
    "SMTP",
  ]);
  for (const { language, code } of snippets) {
    expect(code, language).toContain("mail.example.com");
    expect(code, language).toContain("ada+test@example.com");
    expect(code, language).toContain(`Hello from ${language}`);
    expect(code, language).not.toMatch(/localhost|simulator|```/);
  }
});

test("commands contain the key, and programs say how to run them with the key in the environment", () => {
  for (const { language, code, isShell, note } of languageSnippets(filling)) {
    expect(code.includes(filling.key), language).toBe(isShell);
    expect(code.includes("POSTHOUSE_API_KEY"), language).toBe(!isShell);
    if (!isShell) expect(note, language).toMatch(/^Save it as `send\.\w+` and run `.* send\.\w+`/);
  }
});

test("a shell parses the request as one command with a JSON body", () => {
  const words = argumentsOf("curl");
  expect(words.slice(0, -1)).toEqual([
    "https://mail.example.com:8443/api/v1/send",
    "-H",
    "Authorization: Bearer ph_a1B2c3D4_…",
    "-H",
    "Content-Type: application/json",
    "-d",
  ]);
  expect(JSON.parse(words.at(-1) ?? "")).toMatchObject({ to: "ada+test@example.com" });
});

test("an address that needs quotes is not filled in", () => {
  const words = argumentsOf("curl", { to: `o'brien"$(id)\`id\`@example.com` });
  expect(JSON.parse(words.at(-1) ?? "").to).toBe("delivered@simulator.posthouse.test");
});

test("SMTP uses the instance's port, with TLS from the first byte if there is no other", () => {
  expect(argumentsOf("SMTP").slice(0, 2)).toEqual(["smtp://mail.example.com:587", "--ssl-reqd"]);
  const smtp = { host: "mail.example.com", port: null, tls_port: 2465 };
  const words = argumentsOf("SMTP", { smtp });
  expect(words[0]).toBe("smtps://mail.example.com:2465");
  expect(words).not.toContain("--ssl-reqd");
});

test("without a known port, SMTP is left out", () => {
  const smtp = { host: "mail.example.com", port: null, tls_port: null };
  for (const known of [undefined, smtp])
    expect(languageSnippets({ ...filling, smtp: known }).map(({ language }) => language)).not.toContain(
      "SMTP",
    );
});
