import { expect, test } from "vitest";
import type { Webhook } from "../../../api-types.ts";
import { changesOf, draftOf, hasFilters, inputOf, NEW_WEBHOOK_DRAFT } from "./webhook-draft.ts";

test("an empty form has no limits", () => {
  expect(inputOf({ ...NEW_WEBHOOK_DRAFT, url: " https://shop.example/hook " })).toEqual({
    url: "https://shop.example/hook",
    description: null,
    types: [],
    domains: [],
    tags: [],
    streams: [],
    keys: [],
    actors: "human",
    format: "posthouse",
    ordering: "subject",
    concurrency: 8,
    asymmetric: false,
    headers: {},
  });
  expect(hasFilters(NEW_WEBHOOK_DRAFT)).toBe(false);
});

test("filters and headers are read as typed", () => {
  const draft = {
    ...NEW_WEBHOOK_DRAFT,
    domains: "Shop.example, other.example\n",
    tags: [
      { name: "kind", value: "receipt" },
      { name: " ", value: "" },
    ],
    stream: "bulk" as const,
    headers: [{ name: "Authorization ", value: " Bearer x" }],
  };
  expect(inputOf(draft)).toMatchObject({
    domains: ["shop.example", "other.example"],
    tags: [{ name: "kind", value: "receipt" }],
    streams: ["bulk"],
    headers: { Authorization: "Bearer x" },
  });
  expect(hasFilters(draft)).toBe(true);
});

test("the concurrency is sent as a number; the server refuses text that is not one", () => {
  const sent = (concurrency: string) =>
    JSON.parse(JSON.stringify(inputOf({ ...NEW_WEBHOOK_DRAFT, concurrency }))).concurrency;
  expect([" 32 ", "1.5", "", "many"].map(sent)).toEqual([32, 1.5, 0, null]);
});

test("headers whose values are unknown are not sent", () => {
  expect(inputOf({ ...NEW_WEBHOOK_DRAFT, headers: null })).not.toHaveProperty("headers");
});

const stored = (part: object) =>
  draftOf({
    ...NEW_WEBHOOK_DRAFT,
    types: [],
    streams: [],
    header_names: [],
    domains: [],
    ...part,
  } as unknown as Webhook);

test("types that the form does not know stay, unless others are chosen (R1)", () => {
  const before = stored({ types: ["email.sent"] });
  expect(changesOf(before, { ...before, description: "x" })).toEqual({ description: "x" });
  expect(changesOf(before, { ...before, types: ["email.bounced"] })).toEqual({ types: ["email.bounced"] });
});

test("filters and headers that the user did not change are not sent", () => {
  const before = stored({ domains: ["shop.example"], keys: [7], concurrency: 4 });
  expect(changesOf(before, { ...before, url: "https://shop.example/hook" })).toEqual({
    url: "https://shop.example/hook",
  });
  const headers = [{ name: "Authorization", value: "Bearer x" }];
  expect(changesOf(before, { ...before, headers })).toEqual({ headers: { Authorization: "Bearer x" } });
  expect(changesOf({ ...before, headers: null }, { ...before, headers: [] })).toEqual({ headers: {} });
});
