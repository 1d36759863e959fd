import { expect, test } from "vitest";
import { EMPTY_DRAFT } from "./draft.ts";
import { repeatedName, requestOf } from "./request-of.ts";

test("empty fields are left out, except the recipients and the subject, which the server requires", () => {
  expect(requestOf(EMPTY_DRAFT)).toEqual({ to: [], subject: "" });
  expect(requestOf({ ...EMPTY_DRAFT, html: " \n", tags: [{ name: " ", value: "" }] })).toEqual({
    to: [],
    subject: "",
  });
});

test("everything in the form is in the request", () => {
  const request = requestOf(
    {
      from: " Ada <ada@example.com> ",
      to: "bob@example.com, carl@example.com",
      cc: "dora@example.com",
      bcc: "eve@example.com",
      replyTo: "answers@example.com",
      subject: " Hello ",
      html: "<p>Hello</p>\n",
      text: "Hello",
      tags: [{ name: "kind", value: "welcome" }],
      headers: [{ name: " X-Batch ", value: "7" }],
      metadata: [{ name: "order", value: "17" }],
      schedule: { kind: "words", time: "2026-11-21T08:30", words: "in 2 hours" },
    },
    [{ filename: "a.txt", content: "YQ==" }],
  );
  expect(request).toEqual({
    from: "Ada <ada@example.com>",
    to: ["bob@example.com", "carl@example.com"],
    cc: ["dora@example.com"],
    bcc: ["eve@example.com"],
    reply_to: ["answers@example.com"],
    subject: " Hello ",
    html: "<p>Hello</p>\n",
    text: "Hello",
    tags: [{ name: "kind", value: "welcome" }],
    headers: { "X-Batch": "7" },
    metadata: { order: "17" },
    scheduled_at: "in 2 hours",
    attachments: [{ filename: "a.txt", content: "YQ==" }],
  });
});

test("a local time is sent as its instant; other text is sent unchanged", () => {
  const at = (time: string) =>
    requestOf({ ...EMPTY_DRAFT, schedule: { kind: "time", time, words: "" } }).scheduled_at;
  expect(at("2026-11-21T08:30")).toBe(new Date(2026, 10, 21, 8, 30).toISOString());
  expect(at("")).toBe("");
});

test("a name like __proto__ is an ordinary name, and a duplicate is reported (C4)", () => {
  const pairs = [{ name: "__proto__", value: "x" }];
  expect(JSON.stringify(requestOf({ ...EMPTY_DRAFT, metadata: pairs }).metadata)).toBe('{"__proto__":"x"}');
  expect(repeatedName(pairs)).toBeUndefined();
  expect(repeatedName([...pairs, { name: "X-A", value: "1" }, { name: "x-a ", value: "2" }])).toBe("x-a");
});
