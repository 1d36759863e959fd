import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { snippetsFor } from "./snippets.ts";

const both = { host: "mail.example.com", port: 2587, tls_port: 2465 };
const tlsOnly = { ...both, port: null };

test.each([
  ["STARTTLS", both, 2587, 2465],
  ["TLS from the first byte", tlsOnly, 2465, 2587],
])(
  "with %s every snippet has this host and port, and a placeholder for the key",
  (_, server, port, other) => {
    const snippets = snippetsFor(server);
    expect(snippets.map(({ id }) => id)).toEqual([
      "nodemailer",
      "laravel",
      "django",
      "rails",
      "wordpress",
      "spring",
      "go",
      "curl",
      "swaks",
    ]);
    for (const { id, code } of snippets) {
      expect(code, id).toContain("mail.example.com");
      expect(code, id).toContain(String(port));
      expect(code, id).not.toContain(String(other));
      expect(code, id).toContain("posthouse");
      expect(code, id).toMatch(/POSTHOUSE_API_KEY|YOUR_API_KEY/);
    }
  },
);

test("every snippet requires encryption", () => {
  const plain = (server: typeof tlsOnly | typeof both) =>
    Object.fromEntries(snippetsFor(server).map(({ id, code }) => [id, code]));
  expect(plain(both)).toMatchObject({
    nodemailer: expect.stringContaining("requireTLS: true"),
    django: expect.stringContaining("EMAIL_USE_TLS = True"),
    rails: expect.stringContaining("enable_starttls: true"),
    spring: expect.stringContaining("starttls.required=true"),
    curl: expect.stringContaining("--ssl-reqd"),
    swaks: expect.stringContaining("--tls "),
  });
  expect(plain(tlsOnly)).toMatchObject({
    nodemailer: expect.stringContaining("secure: true"),
    django: expect.stringContaining("EMAIL_USE_SSL = True"),
    rails: expect.stringContaining("tls: true"),
    spring: expect.stringContaining("ssl.enable=true"),
    curl: expect.stringContaining("smtps://"),
    swaks: expect.stringContaining("--tls-on-connect"),
  });
});

test("a shell parses the commands correctly", () => {
  for (const id of ["curl", "swaks"]) {
    const code = snippetsFor(both).find((snippet) => snippet.id === id)?.code ?? "";
    const script = `${id}() { printf '%s\\0' "$@"; }\nPOSTHOUSE_API_KEY=ph_x\n${code}`;
    const words = execFileSync("/bin/sh", ["-c", script]).toString().split("\0");
    expect(words).toContain(id === "curl" ? "posthouse:ph_x" : "ph_x");
    expect(words).toContain("ada@example.com");
  }
});
