import { expect, test } from "vitest";
import { resolvePublicHost } from "./resolve-public-host.ts";

const names = new Map([
  ["mail.example", ["198.41.0.4", "2001:500:88:200::8"]],
  ["mixed.example", ["198.41.0.4", "10.0.0.1"]],
  ["inside.example", ["127.0.0.1"]],
]);
let asked = 0;
const resolve = async (name: string) => {
  asked += 1;
  return names.get(name) ?? [];
};

test("a host is asked for once, and all its addresses are told (I3)", async () => {
  asked = 0;
  expect(await resolvePublicHost("mail.example", { resolve })).toEqual({
    ok: true,
    addresses: ["198.41.0.4", "2001:500:88:200::8"],
  });
  expect(asked).toBe(1);
  expect(await resolvePublicHost("198.41.0.4", { resolve })).toEqual({ ok: true, addresses: ["198.41.0.4"] });
});

test.each([
  ["I3", "mixed.example", /public/],
  ["I1", "inside.example", /public/],
  ["I1", "10.1.2.3", /public/],
  ["I1", "::1", /public/],
  ["I2", "localhost.", /public/],
  ["I14", "metadata.google.internal", /public/],
  ["I14", "169.254.169.254", /public/],
  ["I2", "2130706433", /found/],
  ["I1", "gone.example", /found/],
])("%s %s is refused", async (_item, host, reason) => {
  expect(await resolvePublicHost(host, { resolve })).toMatchObject({
    ok: false,
    reason: expect.stringMatching(reason),
  });
});
