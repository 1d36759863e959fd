import { expect, test } from "vitest";
import type { WebhookInput } from "../read-webhook-input.ts";
import { arrived, openWorld } from "./webhook-world.fixture.ts";

type Filter = Pick<WebhookInput, "domains" | "keys" | "streams" | "tags">;
type Mail = NonNullable<Parameters<Awaited<ReturnType<typeof openWorld>>["store"]>[1]>;

const invoice = { name: "kind", value: "invoice" };

test.each<[name: string, { filter: Filter; wanted: Mail; others: Mail[] }]>([
  [
    "streams",
    { filter: { streams: ["bulk"] }, wanted: { stream: "bulk" }, others: [{}, { stream: "transactional" }] },
  ],
  ["keys", { filter: { keys: [7, 9] }, wanted: { keyId: 9 }, others: [{ keyId: 8 }, { keyId: null }] }],
  [
    "domains",
    {
      filter: { domains: ["shop.example"] },
      wanted: { from: "orders@shop.example" },
      others: [{ from: "orders@other.example" }, { from: "orders@mail.shop.example" }],
    },
  ],
  [
    "tags",
    {
      filter: { tags: [invoice] },
      wanted: { tags: [invoice] },
      others: [{}, { tags: [{ name: "kind", value: "receipt" }] }],
    },
  ],
  [
    "streams and keys together",
    {
      filter: { streams: ["bulk"], keys: [7] },
      wanted: { stream: "bulk", keyId: 7 },
      others: [{ stream: "bulk", keyId: 8 }, { keyId: 7 }],
    },
  ],
])("a webhook with a filter by %s gets the events of matching mail only", async (_, mail) => {
  const world = await openWorld({ input: mail.filter });
  const ids = await world.store(1, mail.wanted);
  for (const other of mail.others) await world.store(1, other);
  ids.push(...(await world.store(1, mail.wanted)));
  const sender = world.startSender();
  await arrived(world, 2);
  // A stop waits for requests in progress, and events before the last one have been read.
  await sender.stop();
  expect(world.receiver.received.map(({ emailId }) => emailId).sort()).toEqual(ids.sort());
});
