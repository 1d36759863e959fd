import { expect, test } from "vitest";
import { describeWebhookAttempt, nameOfWebhook } from "./describe-delivery.ts";

test.each([
  [{ url: "https://shop.example/hooks", description: "Shop" }, "Shop"],
  [{ url: "https://shop.example:8443/hooks", description: null }, "shop.example:8443"],
  [{ url: null, description: null }, "removed webhook"],
])("the name of a webhook %j is %s", (webhook, name) => {
  expect(nameOfWebhook({ id: "w", ...webhook })).toBe(name);
});

test.each([
  [{ status: 200, error: null, duration_ms: 41 }, "Responded after 41 ms."],
  [{ status: null, error: "did not respond", duration_ms: 30_000 }, "The URL did not respond, after 30 s."],
])("an attempt %j is described", (attempt, text) => {
  expect(describeWebhookAttempt({ attempt: 1, at: "", ...attempt })).toBe(text);
});
