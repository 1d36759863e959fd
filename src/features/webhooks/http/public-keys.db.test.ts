import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, keyCaller } from "../../../../test/harness/api-caller.ts";

const api = useApi({ WEBHOOKS_TO_PRIVATE: "on" });
let caller: ApiCaller;

beforeAll(() => {
  caller = keyCaller(api);
});

const DER_OF_P256 = expect.stringMatching(/^MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE[\w+/]{86}==$/);

test("a webhook in SendGrid's format shows its public keys, in the order in which they sign", async () => {
  const { status, body } = await caller.post("/api/v1/webhooks", {
    url: "http://shop.test/hook",
    format: "sendgrid",
  });
  const path = `/api/v1/webhooks/${body.id}`;
  const keys = async () => (await caller.get(path)).body.public_keys;
  expect([status, body.public_keys]).toEqual([201, [{ public_key: DER_OF_P256, until: null }]]);
  expect(await keys()).toEqual(body.public_keys);
  const [{ public_key: first }] = body.public_keys;

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

test("a webhook in another format has no public keys, until its format is changed", async () => {
  const { body } = await caller.post("/api/v1/webhooks", { url: "http://shop.test/hook" });
  expect(body.public_keys).toEqual([]);
  const path = `/api/v1/webhooks/${body.id}`;
  const { body: changed } = await caller.call("PATCH", path, { format: "sendgrid" });
  expect(changed.public_keys).toEqual([{ public_key: DER_OF_P256, until: null }]);
});
