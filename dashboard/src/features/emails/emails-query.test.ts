import { expect, test } from "vitest";
import type { EmailSummary } from "../../api-types.ts";
import { formatQuery, parseQuery } from "../../query-text.ts";
import { EMAIL_KEYS, knownValues, searchOf } from "./emails-query.ts";
import { emailsSearch } from "./emails-search.ts";

const read = (text: string) => parseQuery(text, EMAIL_KEYS);

test.each([
  ["to:ada", { to: "ada" }],
  ["status:bounced status:complained", { status: "bounced,complained" }],
  ["recipient_state:bounced recipient_state:expired", { recipient_state: "bounced,expired" }],
  ["tag:kind=invoice", { tag: "kind:invoice" }],
  ["tag:kind", { tag: "kind" }],
  [
    "from:shop after:2026-11-01 before:2026-11-30",
    { from: "shop", after: "2026-11-01", before: "2026-11-30" },
  ],
  ['tag:"kind=a b" your invoice', { tag: "kind:a b", search: "your invoice" }],
])("%j is the same in the box and in the address bar", (text, search) => {
  expect(emailsSearch(searchOf(read(text).values))).toEqual({ ...emailsSearch({}), ...search });
  expect(formatQuery(search, EMAIL_KEYS)).toBe(text);
});

test.each(["status:gone", "recipient_state:complained", "after:2026-13-45", "before:soon"])(
  "%j has a hint and filters nothing",
  (text) => {
    expect(read(text).problems).toEqual([expect.stringContaining("Use ")]);
    expect(Object.values(searchOf(read(text).values)).filter(Boolean)).toEqual([]);
  },
);

test("a removed filter is removed from the address bar", () => {
  expect(Object.keys(searchOf(read("hello").values)).sort()).toEqual([
    "after",
    "before",
    "domain",
    "from",
    "recipient_state",
    "search",
    "status",
    "stream",
    "tag",
    "to",
  ]);
});

test("statuses are completed, and the addresses and tags of the emails on screen", () => {
  const email = {
    from: "Shop <shop@example.com>",
    to: ["Ada <ada@example.com>", "bob@example.com"],
    tags: [{ name: "kind", value: "a b" }],
  } as EmailSummary;
  expect(knownValues("to", [email, email])).toEqual(["ada@example.com", "bob@example.com"]);
  expect(knownValues("from", [email])).toEqual(["shop@example.com"]);
  expect(knownValues("tag", [email])).toEqual(["kind", "kind=a b"]);
  expect(knownValues("status", [])).toContain("complained");
  expect(knownValues("recipient_state", [])).not.toContain("complained");
  expect(knownValues("subject", [email])).toEqual([]);
});
