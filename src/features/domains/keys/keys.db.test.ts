import { afterAll, beforeAll, expect, test } from "vitest";
import { openInstanceSecrets } from "../../../platform/secrets/index.ts";
import { OPERATOR } from "../../audit/index.ts";
import { checkDueDomains } from "../checks/check-due-domains.ts";
import { type Detail, type DomainWorld, fail, openDomainWorld, publish } from "../domains.fixture.ts";
import { MessageSigner } from "../index.ts";
import { changeDomainSettings } from "../ownership/change-domain-settings.ts";
import { rotateNow } from "./rotate-now.ts";

let world: DomainWorld;
beforeAll(async () => {
  world = await openDomainWorld();
});
afterAll(() => world.close());

const date = new Date("2026-01-05T07:08:09Z");
const message = Buffer.from("From: a@example.com\r\nSubject: Hello\r\n\r\nHello\r\n");

/** `a=` and `s=` of the signatures that mail from a domain gets now. */
async function signaturesOf(accountId: string, fromDomain: string, secrets = world.deps.secrets) {
  const signer = new MessageSigner({ database: world.deps.database, secrets });
  const signed = (await signer.sign({ accountId, fromDomain, date }, message)).toString();
  expect(signed.endsWith(message.toString())).toBe(true);
  return [...signed.matchAll(/ a=(\S+);[\s\S]*?s=(\S+);/g)].map(
    ([, algorithm, selector]) => `${algorithm} ${selector}`,
  );
}
const verified = async (name: string) => {
  const detail = await world.claim(world.us, name);
  publish(world.stub, detail);
  return await world.check(world.us, name);
};
const recordOf = ({ records }: Detail, id: string) => records.find((record) => record.id === id);
const selectorOf = (detail: Detail, id: string) => recordOf(detail, id)?.name.split(".")[0];
/** Moves a domain's times into the past, as if `days` had passed. */
async function later(name: string, days: number): Promise<void> {
  const { pool } = world.deps.database;
  await pool.query(
    `UPDATE domains SET rotated_at = rotated_at - $2 * interval '1 day', created_at = created_at - $2 * interval '1 day', check_at = now() WHERE name = $1`,
    [name, days],
  );
  await pool.query(
    "UPDATE domain_keys SET created_at = created_at - $2 * interval '1 day' WHERE domain = $1",
    [name, days],
  );
}

test("mail is signed only with active keys that are in the DNS (E34)", async () => {
  const claimed = await world.claim(world.us, "sign.example");
  expect(await signaturesOf(world.us, "sign.example")).toEqual([]);
  publish(world.stub, claimed, ["dkim_ed25519_1"]);
  await world.check(world.us, "sign.example");
  const rsa = `rsa-sha256 ${selectorOf(claimed, "dkim_rsa_1")}`;
  expect(await signaturesOf(world.us, "sign.example")).toEqual([rsa]);
  publish(world.stub, claimed);
  await world.check(world.us, "sign.example");
  const both = [rsa, `ed25519-sha256 ${selectorOf(claimed, "dkim_ed25519_1")}`];
  expect(await signaturesOf(world.us, "Sign.Example")).toEqual(both);
  for (const [account, domain] of [
    [world.them, "sign.example"],
    [world.us, "sub.sign.example"],
    [world.us, "x y"],
  ])
    expect(await signaturesOf(account as string, domain as string)).toEqual([]);
  fail(world.stub, claimed, "nxdomain");
  await world.check(world.us, "sign.example");
  expect(await signaturesOf(world.us, "sign.example")).toEqual([]);
});

test("keys encrypted with another secret key are an error, and mail is not sent unsigned", async () => {
  await verified("other-key.example");
  const other = openInstanceSecrets({ dataDir: "/nowhere", key: "another secret key, as long as that" });
  await expect(signaturesOf(world.us, "other-key.example", other)).rejects.toThrow("another secret key");
});

test("a rotation needs no DNS change, keeps the old keys for a week and then makes new ones", async () => {
  const before = await verified("rotate.example");
  expect(before.rotation_blocked_by).toBeNull();
  await rotateNow(world.deps, { by: OPERATOR, accountId: world.us, name: "rotate.example" });
  const rotated = await world.check(world.us, "rotate.example");
  expect(rotated).toMatchObject({ status: "verified", records_ok: 10, signs: ["rsa", "ed25519"] });
  expect(recordOf(rotated, "dkim_rsa_1")).toMatchObject({ purpose: "dkim_retired", status: "ok" });
  expect(await signaturesOf(world.us, "rotate.example")).toEqual([
    `rsa-sha256 ${selectorOf(before, "dkim_rsa_2")}`,
    `ed25519-sha256 ${selectorOf(before, "dkim_ed25519_2")}`,
  ]);
  await expect(
    rotateNow(world.deps, { by: OPERATOR, accountId: world.us, name: "rotate.example" }),
  ).rejects.toMatchObject({
    code: "keys_not_ready",
  });

  await later("rotate.example", 8);
  await checkDueDomains(world.deps);
  const renewed = await world.check(world.us, "rotate.example");
  expect(recordOf(renewed, "dkim_rsa_2")).toEqual(recordOf(rotated, "dkim_rsa_2"));
  expect(recordOf(renewed, "dkim_rsa_1")?.value).not.toBe(recordOf(before, "dkim_rsa_1")?.value);
  expect(recordOf(renewed, "dkim_rsa_1")).toMatchObject({ purpose: "dkim_waiting", status: "wrong" });
  expect(renewed.rotation_blocked_by).toContain("not in the DNS yet");
  expect((await world.events(world.us, "rotate.example")).map(([type]) => type)).toContain("keys.made");
});

test("a rotation is refused while the standby keys are not in the DNS (E34)", async () => {
  const claimed = await world.claim(world.us, "unready.example");
  publish(world.stub, claimed, ["dkim_rsa_2"]);
  await expect(
    rotateNow(world.deps, { by: OPERATOR, accountId: world.us, name: "unready.example" }),
  ).rejects.toMatchObject({
    code: "keys_not_ready",
  });
  expect(await signaturesOf(world.us, "unready.example")).toHaveLength(2);
});

test("one of two concurrent rotations succeeds", async () => {
  await verified("twice.example");
  const rotate = () => rotateNow(world.deps, { by: OPERATOR, accountId: world.us, name: "twice.example" });
  const results = await Promise.allSettled([rotate(), rotate()]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("scheduled rotations happen when they are due, not before", async () => {
  await verified("timer.example");
  const ref = { accountId: world.us, name: "timer.example" };
  await changeDomainSettings(world.deps.database, { ...ref, by: OPERATOR }, { rotate_every_days: 90 });
  const rotatedAt = async () => {
    await checkDueDomains(world.deps);
    return (await world.detail(world.us, "timer.example")).rotated_at;
  };
  await later("timer.example", 89);
  expect(await rotatedAt()).toBeNull();
  await later("timer.example", 2);
  expect(await rotatedAt()).not.toBeNull();
  expect(await world.events(world.us, "timer.example")).toContainEqual([
    "keys.rotated",
    { by: "the calendar" },
  ]);
});

test("a due rotation whose keys are not in the DNS reports the reason and when the wait began", async () => {
  const claimed = await world.claim(world.us, "waits.example");
  publish(world.stub, claimed, ["dkim_rsa_2", "dkim_ed25519_2"]);
  await world.check(world.us, "waits.example");
  const ref = { accountId: world.us, name: "waits.example" };
  await changeDomainSettings(world.deps.database, { ...ref, by: OPERATOR }, { rotate_every_days: 90 });
  await later("waits.example", 100);
  await checkDueDomains(world.deps);
  const { rotated_at, rotation_due_at, rotation_blocked_by } = await world.detail(world.us, "waits.example");
  expect(rotated_at).toBeNull();
  const waitedDays = (Date.now() - Date.parse(rotation_due_at ?? "")) / 86_400_000;
  expect(waitedDays).toBeCloseTo(10, 1);
  for (const id of ["dkim_rsa_2", "dkim_ed25519_2"])
    expect(rotation_blocked_by).toContain(recordOf(claimed, id)?.name);
  publish(world.stub, claimed);
  await world.check(world.us, "waits.example");
  expect((await world.detail(world.us, "waits.example")).rotation_blocked_by).toBeNull();
});
