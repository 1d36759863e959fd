import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATOR } from "../../audit/index.ts";
import { checkDueDomains } from "../checks/check-due-domains.ts";
import { type DomainWorld, openDomainWorld, publish } from "../domains.fixture.ts";
import { SenderPolicy } from "../index.ts";
import { allowDomain } from "./allow-domain.ts";
import { removeDomain } from "./remove-domain.ts";

let world: DomainWorld;
beforeAll(async () => {
  world = await openDomainWorld();
});
afterAll(() => world.close());

const mayFrom = async (accountId: string, domain: string) =>
  (await new SenderPolicy({ database: world.deps.database, onlyVerified: () => true }).reasonToRefuse(
    accountId,
    domain,
  )) === null;

describe("a domain belongs to one account (L3)", () => {
  const token = (detail: { records: { value: string }[] }) => detail.records[0]?.value as string;
  const publishBoth = (first: Parameters<typeof publish>[1], second: Parameters<typeof publish>[1]) => {
    publish(world.stub, first);
    publish(world.stub, second);
    world.stub.set(`${first.records[0]?.name} TXT`, [token(first), token(second)]);
  };

  test("an unverified claim does not stop another account from verifying the domain", async () => {
    await world.claim(world.us, "squat.example");
    const theirs = await world.claim(world.them, "squat.example");
    publish(world.stub, theirs);
    expect(await world.check(world.them, "squat.example")).toMatchObject({ status: "verified" });
    const ours = await world.check(world.us, "squat.example");
    expect(ours).toMatchObject({ status: "pending" });
    expect(ours.records[0]?.status).toBe("wrong");
    expect(await mayFrom(world.us, "squat.example")).toBe(false);
  });

  test("one of two accounts that verify it at once holds it, and the other sees the reason", async () => {
    const ours = await world.claim(world.us, "race.example");
    const theirs = await world.claim(world.them, "race.example");
    publishBoth(ours, theirs);
    const checked = await Promise.all([
      world.check(world.us, "race.example"),
      world.check(world.them, "race.example"),
    ]);
    expect(checked.map(({ status }) => status).sort()).toEqual(["pending", "verified"]);
    const loser = checked.find(({ status }) => status === "pending");
    expect(loser?.records[0]).toMatchObject({
      status: "wrong",
      problem: expect.stringContaining("Another account has verified"),
    });
  });

  test("an account that verifies it as its new owner gets it at once", async () => {
    const ours = await world.claim(world.us, "sold.example");
    publish(world.stub, ours);
    await world.check(world.us, "sold.example");
    const theirs = await world.claim(world.them, "sold.example");
    publish(world.stub, theirs);
    expect(await world.check(world.them, "sold.example")).toMatchObject({ status: "verified" });
    expect([await mayFrom(world.us, "sold.example"), await mayFrom(world.them, "sold.example")]).toEqual([
      false,
      true,
    ]);
    expect((await world.events(world.us, "sold.example")).at(-1)).toEqual([
      "domain.lost",
      { reason: "proven_by_another_account" },
    ]);
    expect(world.systemMail.at(-1)).toMatchObject({
      accountId: world.us,
      text: expect.stringContaining("Another account has verified"),
    });
    const lost = await world.detail(world.us, "sold.example");
    expect(lost).toMatchObject({ status: "lost", lost_because: "proven_by_another_account" });
    expect(lost.records[0]).toMatchObject({ id: "ownership", status: "pending" });
    expect(new Date(lost.next_check_at).getTime()).toBeLessThanOrEqual(Date.now());
    await removeDomain(world.deps.database, { by: OPERATOR, accountId: world.us, name: "sold.example" });
    expect(await world.add(world.us, { name: "sold.example" })).toMatchObject({ status: "pending" });
  });

  test("a removed domain is free, and its old keys and token are void", async () => {
    const ours = await world.claim(world.us, "free.example");
    publish(world.stub, ours);
    await world.check(world.us, "free.example");
    await removeDomain(world.deps.database, { by: OPERATOR, accountId: world.us, name: "free.example" });
    expect(await mayFrom(world.us, "free.example")).toBe(false);
    const again = await world.claim(world.them, "free.example");
    expect(await world.check(world.them, "free.example")).toMatchObject({ status: "pending" });
    expect(token(again)).not.toBe(token(ours));
  });

  test("the operator's assignment needs no token and overrides one", async () => {
    const ours = await world.claim(world.us, "word.example");
    const allow = (email: string) => allowDomain(world.deps.database, { email, domain: "word.example" });
    expect(await allow("them@example.com")).toMatchObject({ kind: "allowed" });
    publish(world.stub, ours);
    const checked = await world.check(world.us, "word.example");
    expect(checked).toMatchObject({ status: "pending" });
    expect(checked.records[0]?.problem).toContain("The operator of this server");
    await checkDueDomains(world.deps);
    const theirs = await world.detail(world.them, "word.example");
    expect(theirs).toMatchObject({ status: "verified", verified_by: "operator", records_total: 10 });
  });

  test("the operator may assign a domain that an account has added before", async () => {
    await world.claim(world.us, "claimed.example");
    const allow = (email: string) => allowDomain(world.deps.database, { email, domain: "claimed.example" });
    expect((await allow("us@example.com")).kind).toBe("allowed");
    expect((await allow("us@example.com")).kind).toBe("allowed_before");
    expect((await allow("them@example.com")).kind).toBe("belongs_to_another_account");
  });
});
