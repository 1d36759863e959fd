import { expect, test } from "vitest";
import { type ContactDraft, changesOf, inputOf } from "./contact-changes.ts";

const before: ContactDraft = {
  email: "ada@example.com",
  name: "Ada",
  subscribed: true,
  tracked: true,
  properties: '{"plan": "pro"}',
};

test("only changed fields are sent, so that a consent change meanwhile is kept", () => {
  expect(changesOf(before, { ...before, name: "Ada Lovelace" })).toEqual({ name: "Ada Lovelace" });
  expect(changesOf(before, { ...before, name: " " })).toEqual({ name: null });
  expect(changesOf(before, { ...before, subscribed: false })).toEqual({ subscribed: false });
  expect(changesOf(before, { ...before, properties: "" })).toEqual({ properties: {} });
  expect(changesOf(before, before)).toEqual({});
});

test("a new contact has all fields", () => {
  expect(inputOf(before)).toEqual({ ...before, properties: { plan: "pro" } });
});
