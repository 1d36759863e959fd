import { expect, test } from "vitest";
import { readCurl } from "./read-curl.ts";

test("a command with a body is a POST with its headers and the key", () => {
  const command = `curl http://localhost:3000/api/v1/send \\
  -H "Authorization: Bearer $POSTHOUSE_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"to": "a@b.c",
       "text": "Hi"}'`;
  expect(readCurl(command, "ph_1")).toEqual({
    path: "/api/v1/send",
    init: {
      method: "POST",
      headers: { Authorization: "Bearer ph_1", "Content-Type": "application/json" },
      body: '{"to": "a@b.c",\n       "text": "Hi"}',
    },
  });
});

test("the request goes to this server, whatever host the command names", () => {
  expect(readCurl('curl "https://mail.example.com/api/v1/emails?limit=10"', "k").path).toBe(
    "/api/v1/emails?limit=10",
  );
});

test("the method of the command counts", () => {
  expect(readCurl("curl -X DELETE http://localhost:3000/api/v1/contacts/a", "k").init.method).toBe("DELETE");
});

test("a text without an address is refused", () => {
  expect(() => readCurl("npm start", "k")).toThrow("no address");
});
