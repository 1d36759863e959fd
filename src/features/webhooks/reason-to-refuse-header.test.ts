import { expect, test } from "vitest";
import { reasonToRefuseHeader } from "./reason-to-refuse-header.ts";

test.each([
  ["Authorization", "Bearer abc.def"],
  ["X-Tenant", "7"],
  ["x-api-key", "a b\tc"],
])("%s: %s is allowed", (name, value) => expect(reasonToRefuseHeader(name, value)).toBeNull());

test.each([
  "Host",
  "content-length",
  "Transfer-Encoding",
  "CONNECTION",
  "Proxy-Authorization",
  "webhook-signature",
  "Svix-Id",
  "X-Twilio-Email-Event-Webhook-Signature",
  "X-Forwarded-For",
  "Content-Type",
  "Expect",
  "Upgrade",
])("%s cannot be set (I8)", (name) => expect(reasonToRefuseHeader(name, "x")).toContain("is set by"));

test.each(["", "a b", "a:b", "a\r\nHost", "é", "x".repeat(65)])("%j is not a header name (I8)", (name) =>
  expect(reasonToRefuseHeader(name, "x")).toContain("header name"),
);

test.each(["", " a", "a ", "a\r\nHost: evil", "a\nb", "a\u0000b", "ü", "x".repeat(1_025)])(
  "%j is not a value of a header (I8)",
  (value) => expect(reasonToRefuseHeader("X-Tenant", value)).toContain("must have a value"),
);
