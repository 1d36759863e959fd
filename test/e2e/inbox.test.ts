/** The inbox over HTTP, from the capture of an email in test mode to its release through a relay. */
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, callApi, loadEmail, sendEmail, signUpAndCreateKey } from "../harness/api-client.ts";
import { createTestDatabase } from "../harness/database.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { type SmtpSink, startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";

type Listed = {
  emails: { id: string; subject: string; read: boolean }[];
  total: number;
  unread: number;
  pagination: { next_cursor: string | null };
};
type Failure = { error: { code: string; message: string } };

let sink: SmtpSink;
let posthouse: Posthouse;
let operator: Account;
const ids: string[] = [];

beforeAll(async () => {
  sink = await startSmtpSink();
  posthouse = await startPosthouse({
    database: await createTestDatabase(),
    env: { SIGNUPS: "closed", DEFAULT_FROM: "t@posthouse.test" },
  });
  operator = await signUpAndCreateKey(posthouse);
});
afterAll(async () => {
  await stopAndRemove(posthouse);
  await sink.close();
});

const call = <T>(path: string, body?: object, key = operator.key) =>
  callApi<T>(posthouse.baseUrl, `/api/v1${path}`, { key, ...(body && { body }) });
const list = async (query = "") => (await call<Listed>(`/inbox${query}`)).body;
const listedIds = async (query = "") => (await list(query)).emails.map(({ id }) => id);

async function createKey(permission: string): Promise<string> {
  const { body } = await callApi<{ key: string }>(posthouse.baseUrl, "/api/keys", {
    body: { name: permission, permission },
    cookie: operator.cookie,
  });
  return body.key;
}

test("captured mail is in the inbox, unread, and is found by recipient and by its text", async () => {
  for (const name of ["ada", "bob", "eve"])
    ids.unshift(
      await sendEmail(posthouse.baseUrl, operator.key, {
        to: `${name}@example.org`,
        subject: `For ${name}`,
        html: `<p>The code of <b>${name}</b> is 4711.</p>`,
      }),
    );
  await until(async () => (await list()).total === 3, { what: "three captured emails" });
  expect(await list()).toMatchObject({ total: 3, unread: 3, emails: ids.map((id) => ({ id, read: false })) });
  expect(await listedIds("?to=BOB@example.org")).toEqual([ids[1]]);
  expect(await listedIds("?search=code%20of%20eve")).toEqual([ids[0]]);
  const first = await list("?limit=2");
  expect(await listedIds(`?limit=2&cursor=${first.pagination.next_cursor}`)).toEqual([ids[2]]);
});

test("mail is marked, deleted, cleared and restored, and the list of emails keeps all of it", async () => {
  const [newest, ...others] = ids as [string, string, string];
  expect((await call("/inbox/mark", { ids: [newest], read: true })).body).toMatchObject({ unread: 2 });
  expect(await listedIds("?unread=true")).toEqual(others);
  expect((await call("/inbox/delete", { ids: [newest] })).body).toEqual({ ids: [newest] });
  expect(await list()).toMatchObject({ total: 2, unread: 2 });
  expect((await call("/inbox/clear", {})).status).toBe(204);
  expect(await list()).toMatchObject({ emails: [], total: 0, unread: 0 });
  expect((await call<Listed>("/emails")).body.emails.map(({ id }) => id)).toEqual(ids);
  await call("/inbox/restore", {});
  expect(await listedIds()).toEqual(others);
  expect((await call("/inbox/restore", { ids: [newest] })).body).toEqual({ ids: [newest] });
  expect(await list()).toMatchObject({ total: 3, unread: 2 });
});

test("a key that only sends does not see the inbox, and a key that only reads does not change it", async () => {
  const [sender, reader] = [await createKey("send"), await createKey("read")];
  for (const [path, body, key, status] of [
    ["/inbox", undefined, sender, 403],
    ["/inbox/unread", undefined, sender, 403],
    ["/inbox", undefined, reader, 200],
    ["/inbox/mark", { read: true }, reader, 403],
    ["/inbox/clear", {}, reader, 403],
    [`/inbox/${ids[0]}/release`, { to: "real@example.org" }, reader, 403],
    [`/inbox/${ids[0]}/release`, { to: "real@example.org" }, sender, 403],
  ] as const)
    expect((await call(path, body, key)).status, path).toBe(status);
  expect(await list()).toMatchObject({ total: 3, unread: 2 });
});

test("an operator releases an email through a relay in test mode, and by the delivery mode once the instance is live", async () => {
  const release = (to: unknown, id = ids[0]) =>
    call<Failure & { id: string }>(`/inbox/${id}/release`, { to });
  const refused = await release("real@example.org");
  expect(refused).toMatchObject({ status: 409, body: { error: { code: "test_mode" } } });
  expect(refused.body.error.message).toContain("Settings → Delivery");

  const asOperator = <T>(path: string, body?: object, method = "POST") =>
    callApi<T>(posthouse.baseUrl, path, { method, ...(body && { body }), cookie: operator.cookie });
  const relay = await asOperator<{ id: string }>("/api/instance/relays", {
    name: "sink",
    url: `smtp://127.0.0.1:${sink.port}?tls=none`,
  });
  const delivery = { mode: "capture", relay_host: null, release_relay: "sink" };
  const settings = async () =>
    (await asOperator<{ delivery: object }>("/api/account", undefined, "GET")).body;
  await until(async () => isDeepStrictEqual((await settings()).delivery, delivery), { what: "the relay" });

  expect(await release("not an address")).toMatchObject({ status: 422 });
  const released = await release(["real@example.org", "second@example.org"]);
  expect(released.status).toBe(200);
  expect(ids).not.toContain(released.body.id);
  await arrived(released.body.id);
  expect(textsAtSink()).toContain("The code of <b>eve</b> is 4711.");
  expect(recipientsAtSink()).toEqual(["real@example.org", "second@example.org"]);
  const { recipients } = await loadEmail(posthouse.baseUrl, operator.key, released.body.id);
  expect(recipients[0]?.events.at(-1)).toMatchObject({
    type: "delivered",
    detail: { route: "relay sink", rule: "Released from the inbox." },
  });

  expect(await listedIds(), "the inbox still has the captured email, and not the released one").toEqual(ids);
  expect((await loadEmail(posthouse.baseUrl, operator.key, ids[0] as string)).status).toBe("captured");
  expect(await release("real@example.org", released.body.id)).toMatchObject({
    status: 404,
    body: { error: { code: "not_in_inbox" } },
  });
  const again = await call<{ id: string }>(`/emails/${released.body.id}/resend`, {});
  await until(
    async () => (await loadEmail(posthouse.baseUrl, operator.key, again.body.id)).status === "captured",
    {
      what: "other mail, which stays in test mode",
    },
  );

  const live = { mode: "relay", relay_id: relay.body.id };
  expect((await asOperator("/api/instance/delivery", live, "PUT")).status).toBe(200);
  await arrived((await release("third@example.org", ids[1])).body.id);
  expect(recipientsAtSink()).toEqual(["real@example.org", "second@example.org", "third@example.org"]);
});

async function arrived(id: string): Promise<void> {
  const isDelivered = async () =>
    (await loadEmail(posthouse.baseUrl, operator.key, id)).status === "delivered";
  await until(isDelivered, { what: "the released email at the relay" });
}
const textsAtSink = () => sink.messages.map(({ raw }) => raw.toString()).join("");
const recipientsAtSink = () => sink.messages.flatMap(({ recipients }) => recipients).sort();
