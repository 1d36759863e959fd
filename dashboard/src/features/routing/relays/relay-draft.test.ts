import { expect, test } from "vitest";
import type { Relay } from "../../../api-types.ts";
import { draftOf, inputOf, NEW_RELAY_DRAFT, type RelayDraft } from "./relay-draft.ts";

function relay(url: string, kind: Relay["kind"] = "smtp"): Relay {
  return {
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    id: "1",
    name: "one",
    kind,
    url,
    has_password: true,
    weight: 3,
    rate_per_second: null,
    max_connections: 7,
    enabled: true,
    health: {
      state: "unused",
      failures: 0,
      retry_at: null,
      last_error: null,
      last_error_at: null,
      last_success_at: null,
      tested_at: null,
      test_error: null,
    },
  };
}

test.each<[string, Partial<RelayDraft>]>([
  [
    "smtp://user%40example.com@smtp.example.com:587?tls=required",
    { user: "user@example.com", host: "smtp.example.com", port: "587", security: "starttls" },
  ],
  ["smtps://user@smtp.example.com", { security: "tls", port: "" }],
  ["smtp://smtp.example.com", { security: "offered", user: "" }],
  ["smtp://localhost:2525?tls=none", { security: "none" }],
  ["smtps://u@[2001:db8::1]:465?insecure=1", { host: "[2001:db8::1]", trustsAnyCertificate: true }],
])("%s is split into fields and composed unchanged", (url, parts) => {
  const draft = draftOf(relay(url));
  expect(draft).toMatchObject(parts);
  expect(inputOf(draft)).toEqual({
    name: "one",
    url,
    weight: 3,
    rate_per_second: null,
    max_connections: 7,
  });
});

test("an Amazon SES URL is split into fields and composed unchanged", () => {
  const url = "ses://AKIAIOSFODNN7EXAMPLE@eu-west-1?configuration_set=main";
  const draft = draftOf(relay(url, "ses"));
  expect(draft).toMatchObject({
    region: "eu-west-1",
    accessKeyId: "AKIAIOSFODNN7EXAMPLE",
    configurationSet: "main",
  });
  expect(inputOf({ ...draft, password: "secret" })).toMatchObject({ url, password: "secret" });
});

test("special characters in fields are encoded in the URL", () => {
  const typed = { ...NEW_RELAY_DRAFT, host: " 2001:db8::1 ", user: "a:b", ratePerSecond: "14", weight: "x" };
  expect(inputOf(typed)).toMatchObject({
    url: "smtp://a%3Ab@[2001:db8::1]?tls=required",
    rate_per_second: 14,
    weight: 0,
  });
});
