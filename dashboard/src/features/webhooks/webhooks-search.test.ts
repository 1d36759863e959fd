import { expect, test } from "vitest";
import type { Webhook } from "../../api-types.ts";
import { matchingWebhooks, type WebhooksSearch, webhooksSearch } from "./webhooks-search.ts";

const webhook = (url: string, rest: object) =>
  ({
    url,
    description: null,
    types: [],
    enabled: true,
    health: { state: "ok" },
    ...rest,
  }) as unknown as Webhook;
const WEBHOOKS = [
  webhook("https://a.example/hook", { description: "Billing" }),
  webhook("https://b.example/hook", { types: ["email.bounced"], health: { state: "failing" } }),
  webhook("https://c.example/hook", {
    types: ["email.opened"],
    enabled: false,
    health: { state: "failing" },
  }),
];

test.each<[WebhooksSearch, string]>([
  [{}, "abc"],
  [{ search: "B.EXAMPLE" }, "b"],
  [{ search: "billing" }, "a"],
  [{ search: "hook a.ex" }, "a"],
  [{ status: "active" }, "a"],
  [{ status: "failing" }, "b"],
  [{ status: "failing,disabled" }, "bc"],
  [{ type: "email.bounced" }, "ab"],
  [{ type: "email.bounced,email.opened" }, "abc"],
  [{ type: "email.bounced", status: "failing" }, "b"],
  [{ type: "email.queued" }, ""],
  [{ type: "email.scheduled,email.bounced" }, "ab"],
])("%j finds the webhooks %s", (search, names) => {
  expect(matchingWebhooks(WEBHOOKS, search).map(({ url }) => url[8])).toEqual([...names]);
});

test("unknown statuses in the address are left out", () => {
  expect(webhooksSearch({ status: "broken", type: "<b>", search: "x" })).toEqual({ search: "x" });
});
