import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, adminCaller, keyCaller } from "../../../../test/harness/api-caller.ts";

const api = useApi({ WEBHOOKS_TO_PRIVATE: "on" });
let caller: ApiCaller;

beforeAll(() => {
  caller = keyCaller(api);
});

const DER_OF_P256 = expect.stringMatching(/^MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE[\w+/]{86}==$/);

test("a webhook in SendGrid's format shows SendGrid's public keys, in the order in which they sign", async () => {
  const { status, body } = await caller.post("/api/v1/webhooks", {
    url: "http://shop.test/hook",
    format: "sendgrid",
  });
  const path = `/api/v1/webhooks/${body.id}`;
  const keys = async () => (await caller.get(path)).body.sendgrid_public_keys;
  expect([status, body.sendgrid_public_keys]).toEqual([201, [{ public_key: DER_OF_P256, until: null }]]);
  expect(await keys()).toEqual(body.sendgrid_public_keys);
  const [{ public_key: first }] = body.sendgrid_public_keys;

  const rotated = await caller.post(`${path}/rotate`, { overlap_hours: 24 });
  const [now, next, ...more] = await keys();
  expect(now).toEqual({ public_key: first, until: rotated.body.previous_secret_until });
  expect([next, more]).toEqual([{ public_key: DER_OF_P256, until: null }, []]);
  expect(next.public_key).not.toBe(first);

  await caller.post(`${path}/rotate`, { overlap_hours: 0 });
  const left = await keys();
  expect(left).toEqual([{ public_key: DER_OF_P256, until: null }]);
  expect([first, next.public_key]).not.toContain(left[0].public_key);
});

test("a webhook in another format has no public keys of SendGrid, until its format is changed", async () => {
  const { body } = await caller.post("/api/v1/webhooks", { url: "http://shop.test/hook" });
  expect(body.sendgrid_public_keys).toEqual([]);
  const path = `/api/v1/webhooks/${body.id}`;
  const { body: changed } = await caller.call("PATCH", path, { format: "sendgrid" });
  expect(changed.sendgrid_public_keys).toEqual([{ public_key: DER_OF_P256, until: null }]);
});

const WHPK = expect.stringMatching(/^whpk_[\w+/]{43}=$/);

test("an asymmetric webhook shows the public key of each secret that signs, the current one first", async () => {
  const { body } = await caller.post("/api/v1/webhooks", { url: "http://shop.test/hook", asymmetric: true });
  const path = `/api/v1/webhooks/${body.id}`;
  const keys = async () => (await caller.get(path)).body.public_keys;
  const [{ public_key: first }] = body.public_keys;
  expect(body.public_keys).toEqual([{ public_key: WHPK, until: null }]);
  expect(await keys()).toEqual(body.public_keys);

  const { body: rotated } = await caller.post(`${path}/rotate`, { overlap_hours: 24 });
  const [current, ...previous] = await keys();
  expect([current, previous]).toEqual([
    { public_key: WHPK, until: null },
    [{ public_key: first, until: rotated.previous_secret_until }],
  ]);
  expect(current.public_key).not.toBe(first);

  await caller.post(`${path}/rotate`, { overlap_hours: 0 });
  const left = await keys();
  expect(left).toEqual([{ public_key: WHPK, until: null }]);
  expect([first, current.public_key]).not.toContain(left[0].public_key);
});

test("a webhook has public keys only with the option, and the same ones whenever it is switched on again", async () => {
  const { body } = await caller.post("/api/v1/webhooks", { url: "http://shop.test/hook" });
  expect(body.public_keys).toEqual([]);
  const path = `/api/v1/webhooks/${body.id}`;
  const keysWith = async (asymmetric: boolean) => (await caller.patch(path, { asymmetric })).body.public_keys;
  const keys = await keysWith(true);
  expect(keys).toEqual([{ public_key: WHPK, until: null }]);
  expect(await keysWith(false)).toEqual([]);
  expect(await keysWith(true)).toEqual(keys);
});

test("an asymmetric webhook in SendGrid's format shows both kinds", async () => {
  const input = { url: "http://shop.test/hook", format: "sendgrid", asymmetric: true };
  const { body } = await caller.post("/api/v1/webhooks", input);
  expect(body).toMatchObject({
    public_keys: [{ public_key: WHPK, until: null }],
    sendgrid_public_keys: [{ public_key: DER_OF_P256, until: null }],
  });
});

test("a key that may only read gets the public keys and no secret", async () => {
  const { body } = await caller.post("/api/v1/webhooks", { url: "http://shop.test/hook", asymmetric: true });
  const reader = await (await adminCaller(api)).newKey({ permission: "read" });
  const path = `/api/v1/webhooks/${body.id}`;
  const { status, body: read } = await reader.get(path);
  expect([status, read.public_keys]).toEqual([200, body.public_keys]);
  expect(read).not.toHaveProperty("secret");
  expect((await reader.get(`${path}/secret`)).status).toBe(403);
});
