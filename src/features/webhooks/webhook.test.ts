import { expect, test } from "vitest";
import { wants } from "./webhook.ts";
import type { WebhookEvent } from "./webhook-event.ts";

const filter = {
  types: [],
  domains: [],
  tags: [],
  streams: [],
  keys: [],
  format: "posthouse",
} as const;

function clickBy(actor: string): WebhookEvent {
  const mail = { domain: "shop.example", stream: "transactional", keyId: null, tags: [], actor };
  return { id: "1", type: "email.clicked", subject: "1", mail } as unknown as WebhookEvent;
}

test.each([
  ["human", true],
  ["proxy", true],
  ["prefetch", false],
  ["scanner", false],
  ["bot", false],
  ["unknown", false],
] as const)("opens and clicks by the actor %s count as those of people: %s", (actor, isOfPerson) => {
  expect(wants({ ...filter, actors: "human" } as never, clickBy(actor))).toBe(isOfPerson);
  expect(wants({ ...filter, actors: "any" } as never, clickBy(actor))).toBe(true);
});
