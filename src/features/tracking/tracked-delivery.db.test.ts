import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../test/harness/api.ts";
import { type ApiCaller, keyCaller } from "../../../test/harness/api-caller.ts";
import { createTestWorker } from "../../../test/harness/delivery-worker.ts";
import { eventually } from "../../../test/harness/eventually.ts";
import { openInstanceSecrets } from "../../platform/secrets/index.ts";
import { UntrackedContacts } from "../contacts/index.ts";
import type { TransmitResult } from "../delivery/outcome.ts";
import { TrackingPolicy, trackHtml } from "./index.ts";

const api = useApi({ BASE_URL: "https://mail.example.com" });
const secrets = openInstanceSecrets({ dataDir: "/nowhere", key: "k".repeat(32) });
let caller: ApiCaller;

beforeAll(() => {
  caller = keyCaller(api);
});

const LINK = '<p>Hello</p><a href="https://shop.example/offer">Offer</a>';

/** Sends with a worker whose first attempts are deferred, and returns the messages of each recipient. */
async function deliver(body: object, deferrals = 0): Promise<Map<string, string[]>> {
  const id = await caller.sent({ to: "a@example.org", subject: "Hello", html: LINK, ...body });
  const messages = new Map<string, string[]>();
  let left = deferrals;
  const untracked = new UntrackedContacts(api.database);
  const policy = new TrackingPolicy({
    database: api.database,
    baseUrl: "https://mail.example.com",
    isUntracked: (contact) => untracked.has(contact),
  });
  const worker = createTestWorker({
    database: api.database,
    trackingWhenSent: (mail) => policy.whenSent(mail),
    trackHtml: (html, tracked) => trackHtml(secrets, html, tracked),
    transport: {
      transmit: async ({ envelope, render }) => {
        const message = (await render()).toString();
        const to = envelope.recipients.join();
        messages.set(to, [...(messages.get(to) ?? []), message]);
        left -= 1;
        const result: TransmitResult =
          left >= 0
            ? { kind: "deferred", reason: "later", code: 451, phase: "mail" }
            : { kind: "delivered", reason: "250 ok", code: 250, phase: "dot" };
        return envelope.recipients.map(() => result);
      },
      close: async () => undefined,
    },
  });
  await worker.start();
  await eventually(async () => {
    await api.database.pool.query("UPDATE recipients SET due_at = now() WHERE state = 'deferred'");
    expect((await caller.email(id)).status).toBe("delivered");
  });
  await worker.stop();
  return messages;
}

/** The URLs of the links, with soft line breaks removed. */
const links = (message = "") =>
  [
    ...message
      .replaceAll(/=\r\n/g, "")
      .matchAll(/https:\/\/[a-z.]+\/(?:c\/[\w-]+(?:\/[\w-]+)?|o\/[\w-]+\.gif|offer)/g),
  ].map(([url]) => url);

const tracked = (message = "") => links(message).filter((url) => url.includes("/c/"));

test("mail is not tracked by default", async () => {
  const [message = ""] = (await deliver({})).get("a@example.org") ?? [];
  expect(message).not.toMatch(/mail\.example\.com\/[co]\//);
  expect(message).toContain("https://shop.example/offer");
});

test("a tracked email has the same bytes at each attempt", async () => {
  const [first = "", second = ""] =
    (await deliver({ tracking: { opens: true, clicks: true } }, 1)).get("a@example.org") ?? [];
  expect(second).toBe(first);
  const [html, plain] = [first, first];
  expect(links(html).filter((url) => url.startsWith("https://mail.example.com/c/"))).toHaveLength(2);
  expect(links(html).filter((url) => url.startsWith("https://mail.example.com/o/"))).toHaveLength(1);
  // The text part has the link as it is.
  expect(links(plain).filter((url) => url === "https://shop.example/offer")).toHaveLength(1);
});

test("each recipient of a tracked email gets a message with links of their own", async () => {
  const messages = await deliver({
    to: ["a@example.org", "b@example.org"],
    tracking: { clicks: true },
  });
  expect([...messages.keys()].sort()).toEqual(["a@example.org", "b@example.org"]);
  const [a, b] = [...messages.values()].map(([message]) => tracked(message)[0]);
  expect(a).toMatch(/^https:\/\/mail\.example\.com\/c\//);
  expect(b).not.toBe(a);
});

test("mail to a contact that is not tracked has no tracked link and no pixel, and its event says so", async () => {
  const contact = { email: "private@example.org", tracked: false };
  expect((await caller.post("/api/v1/contacts", contact)).status).toBe(201);
  const body = { to: ["a@example.org", "Private@Example.org"], tracking: { opens: true, clicks: true } };
  const messages = await deliver(body);
  expect(tracked(messages.get("a@example.org")?.[0])).toHaveLength(2);
  expect(messages.get("Private@example.org")?.[0]).not.toMatch(/mail\.example\.com\/[co]\//);
  const { body: newest } = await caller.get("/api/v1/emails?limit=1");
  const { recipients } = await caller.email(newest.emails[0].id);
  type Recipient = { events: { detail: { tracking?: string } }[] };
  expect(recipients.map(({ events }: Recipient) => events.at(-1)?.detail.tracking)).toEqual([
    undefined,
    "Tracking is off for this contact, so this message was not tracked.",
  ]);
  await caller.patch("/api/v1/contacts/private@example.org", { email: "moved@example.org" });
  const former = await deliver({ to: "private@example.org", tracking: { clicks: true } });
  expect(tracked(former.get("private@example.org")?.[0])).toEqual([]);
  await caller.patch("/api/v1/contacts/moved@example.org", { tracked: true });
  const again = await deliver({ to: "private@example.org", tracking: { clicks: true } });
  expect(tracked(again.get("private@example.org")?.[0])).toHaveLength(2);
});

test("the account's setting counts, and the email's own setting before it", async () => {
  await caller.patch("/api/v1/tracking", { clicks: true });
  let message: string | undefined;
  await eventually(async () => {
    message = [...(await deliver({})).values()][0]?.[0];
    expect(tracked(message)).toHaveLength(2);
  });
  expect(message).not.toContain(".gif");
  const untracked = [...(await deliver({ tracking: { clicks: false } })).values()][0]?.[0];
  expect(links(untracked)).toEqual(["https://shop.example/offer", "https://shop.example/offer"]);
  await caller.patch("/api/v1/tracking", { clicks: false });
});
