import { expect, test } from "vitest";
import { SAMPLE_EVENT_ID, sampleEvent } from "./payloads/sample-event.ts";
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

test.each([
  ["email.deferred", "posthouse", true],
  ["email.deferred", "sendgrid", true],
  ["email.deferred", "postmark", false],
  ["email.canceled", "resend", false],
  ["contact.created", "sendgrid", false],
] as const)("an event of the type %s is sent in the format %s: %s", (type, format, isSent) => {
  const event = sampleEvent(type, SAMPLE_EVENT_ID);
  expect(wants({ ...filter, actors: "any", format } as never, event)).toBe(isSent);
});

test("events of acceptance are sent only to a webhook that names them", () => {
  const event = sampleEvent("email.queued", SAMPLE_EVENT_ID);
  const isSentTo = (types: string[]) => wants({ ...filter, actors: "any", types } as never, event);
  expect(isSentTo([])).toBe(false);
  expect(isSentTo(["email.delivered"])).toBe(false);
  expect(isSentTo(["email.queued"])).toBe(true);
});
