import { expect, test } from "vitest";
import { apiFilters, emailsSearch, hasFilters } from "./emails-search.ts";

const nothing = {
  status: undefined,
  recipient_state: undefined,
  to: undefined,
  from: undefined,
  search: undefined,
  tag: undefined,
  domain: undefined,
  stream: undefined,
  after: undefined,
  before: undefined,
  cursor: undefined,
};

test("unknown or invalid parameters in the address bar are ignored", () => {
  const typed = {
    status: "gone",
    recipient_state: "partially_delivered",
    to: "",
    search: 7,
    stream: "gone",
    after: "yesterday",
    before: "2026-13-45",
    cursor: "",
  };
  expect(emailsSearch(typed)).toEqual(nothing);
  expect(hasFilters(emailsSearch(typed))).toBe(false);
});

test("filters survive the address bar", () => {
  const typed = {
    status: "bounced",
    recipient_state: "delivered,bounced",
    to: "a@example.com",
    from: "shop",
    search: "invoice",
    tag: "kind:welcome",
    domain: "shop.example",
    stream: "bulk",
    after: "2026-11-01",
    before: "2026-11-21",
  };
  expect(emailsSearch(typed)).toEqual({ ...nothing, ...typed });
  expect(emailsSearch({ status: "bounced,expired" }).status).toBe("bounced,expired");
  expect(emailsSearch({ status: "bounced,gone" }).status).toBeUndefined();
  expect(hasFilters(emailsSearch({ before: "2026-11-21" }))).toBe(true);
  expect(hasFilters(emailsSearch({ cursor: "abc" }))).toBe(false);
});

test("the API gets times, and no cursor among the filters", () => {
  const { after, before, ...rest } = apiFilters({
    to: "ada",
    after: "2026-11-21",
    before: "2026-11-21",
    cursor: "c",
  });
  expect({ after, before }).toEqual({
    after: new Date(2026, 10, 21).toISOString(),
    before: new Date(2026, 10, 22).toISOString(),
  });
  expect(rest).toEqual({ to: "ada" });
});
