import { beforeAll, expect, test } from "vitest";
import { until } from "../../../../test/harness/until.ts";
import { makeApiKey } from "../api-key.ts";
import { useTestApp } from "../test-app.fixture.ts";
import { KeyAuthenticator } from "./key-authenticator.ts";

const tested = useTestApp();
let cookie: string;
let keys: KeyAuthenticator;

beforeAll(async () => {
  ({ cookie } = await tested.node.signUp("ada@example.com"));
  keys = new KeyAuthenticator(tested.node.deps);
});

const create = async (input: object = {}) =>
  (await tested.node.call("POST", "/api/keys", { body: { name: "n", ...input }, headers: { cookie } })).body;
const codeOf = async (secret: string, ip: string) => {
  const response = await keys.authenticate({ secret, ip });
  return response.ok ? "ok" : response.refusal.code;
};

test("authenticates a key that does not come by HTTP, with its permission and limits", async () => {
  const { id, key } = await create({ permission: "send", daily_limit: 3 });
  expect(await keys.authenticate({ secret: key, ip: "192.0.2.1" })).toMatchObject({
    ok: true,
    principal: { via: "key", keyId: id, permission: "send", limits: { fromDomains: null, dailyLimit: 3 } },
  });
  const lastUsed = async () => {
    const { keys } = (await tested.node.call("GET", "/api/keys", { headers: { cookie } })).body;
    return keys.find((one: { id: number }) => one.id === id).last_used;
  };
  await until(lastUsed, { what: "the use of the key to be written" });
});

test.each(["", "x", "ph_", makeApiKey().key, `${makeApiKey().key.slice(0, -1)}!`, "x".repeat(1_000_000)])(
  "a malformed key is refused like an unknown one (row %#) (D8)",
  async (secret) => {
    expect(await codeOf(secret, "192.0.2.2")).toBe("unauthorized");
  },
);

test("a revoked key, an expired key and a key used from another network are refused (B4, B9)", async () => {
  const limited = await create({ networks: ["192.0.2.0/24"] });
  expect(await codeOf(limited.key, "192.0.2.3")).toBe("ok");
  expect(await codeOf(limited.key, "::ffff:192.0.2.3")).toBe("ok");
  expect(await codeOf(limited.key, "198.51.100.3")).toBe("network_not_allowed");
  const expiring = await create();
  await tested.database.pool.query("UPDATE api_keys SET expires_at = now() WHERE id = $1", [expiring.id]);
  expect(await codeOf(expiring.key, "192.0.2.3")).toBe("key_expired");
  await tested.node.call("DELETE", `/api/keys/${limited.id}`, { headers: { cookie } });
  const refused = async () => (await codeOf(limited.key, "192.0.2.3")) === "unauthorized";
  await until(refused, { within: 1_000, what: "the revoked key to be refused" });
});

test("wrong keys are counted by network on all nodes; a valid key is still accepted (D8)", async () => {
  const { key } = await create();
  const other = new KeyAuthenticator(tested.another().deps);
  const ip = "203.0.113.20";
  const responses = [];
  for (let n = 0; n < 31; n += 1)
    responses.push(await (n % 2 ? keys : other).authenticate({ secret: makeApiKey().key, ip }));
  const codes = responses.map((response) => (response.ok ? "ok" : response.refusal.code));
  expect(codes).toEqual([...Array(30).fill("unauthorized"), "too_many_attempts"]);
  const last = responses.at(-1);
  expect(last?.ok === false && Number(last.refusal.headers["retry-after"])).toBeGreaterThan(0);
  expect(await codeOf(makeApiKey().key, "203.0.113.21")).toBe("unauthorized");
  expect(await codeOf(key, ip)).toBe("ok");
});

test("wrong secrets for one key are counted over all networks (D8)", async () => {
  const { key } = await create();
  const guess = () => wrongSecretOf(key);
  for (let n = 0; n < 50; n += 1) expect(await codeOf(guess(), `198.18.${n}.1`)).toBe("unauthorized");
  expect(await codeOf(guess(), "198.18.50.1")).toBe("too_many_attempts");
  expect(await codeOf(key, "198.18.50.1")).toBe("ok");
});

/** A key with a real prefix, and with a wrong secret and its valid checksum. */
function wrongSecretOf(key: string): string {
  return makeApiKey(key.slice(0, 11)).key;
}
