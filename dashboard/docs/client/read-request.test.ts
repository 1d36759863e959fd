import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { readRequest } from "./read-request.ts";

test("a command with a body is a POST with its headers and the key", () => {
  const command = `curl http://localhost:3000/api/v1/send \\
  -H "Authorization: Bearer $POSTHOUSE_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"to": "a@b.c",
       "text": "Hi"}'`;
  expect(readRequest(command, "ph_1")).toEqual({
    path: "/api/v1/send",
    init: {
      method: "POST",
      headers: { Authorization: "Bearer ph_1", "Content-Type": "application/json" },
      body: '{"to": "a@b.c",\n       "text": "Hi"}',
    },
  });
});

test("the request goes to this server, whatever host the command names", () => {
  expect(readRequest('curl "https://mail.example.com/api/v1/emails?limit=10"', "k").path).toBe(
    "/api/v1/emails?limit=10",
  );
});

test("the method of the command counts", () => {
  expect(readRequest("curl -X DELETE http://localhost:3000/api/v1/contacts/a", "k").init.method).toBe(
    "DELETE",
  );
});

test("a text without an address is refused", () => {
  expect(() => readRequest("npm start", "k")).toThrow("no address");
});

const quickstart = await readFile(new URL("../../../docs/guides/quickstart.md", import.meta.url), "utf8");
const examples = [...quickstart.matchAll(/^### (.+)\n\n```(\w+) run\n([\s\S]*?)^```$/gm)].map(
  ([, language = "", , code = ""]) => ({ language, code }),
);

test("each language of the quickstart has a request to run", () => {
  expect(examples.map(({ language }) => language)).toEqual([
    "curl",
    "Node.js",
    "Python",
    "PHP",
    "Ruby",
    "Go",
    "Java",
    "C#",
    "Rust",
    "Elixir",
  ]);
});

test.each(examples)("the example in $language is read as the request that it sends", ({ language, code }) => {
  const { path, init } = readRequest(code, "ph_1");
  expect([path, init.method]).toEqual(["/api/v1/send", "POST"]);
  expect(init.headers).toEqual({ Authorization: "Bearer ph_1", "Content-Type": "application/json" });
  expect(JSON.parse(String(init.body))).toEqual({
    to: "delivered@simulator.posthouse.test",
    subject: `Hello from ${language}`,
    html: "<p>It works.</p>",
  });
});

test("a program without an email is refused", () => {
  expect(() => readRequest('fetch("http://localhost:3000/api/v1/emails")', "k")).toThrow("has no to");
});
