import { beforeAll, describe, expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { newId } from "../../../platform/ids/index.ts";
import { allowDomain } from "../ownership/allow-domain.ts";
import { SenderPolicy } from "./sender-policy.ts";

const database = useDatabase();
const us = newId();
const them = newId();

beforeAll(async () => {
  await createAccount(us, "us@example.com");
  await createAccount(them, "them@example.com");
});

async function createAccount(id: string, email: string): Promise<void> {
  await database.db.insertInto("accounts").values({ id, name: email }).execute();
  const person = newId();
  await database.db
    .insertInto("people")
    .values({ id: person, email, email_key: email, password_hash: "" })
    .execute();
  await database.db
    .insertInto("memberships")
    .values({ account_id: id, person_id: person, role: "owner" })
    .execute();
}

describe("allowDomain", () => {
  test("assigns a domain to one account, in any spelling", async () => {
    const email = "US@example.com";
    expect(await allowDomain(database, { email, domain: "Bücher.example" })).toEqual({
      kind: "allowed",
      domain: "xn--bcher-kva.example",
    });
    const again = { domain: "XN--BCHER-KVA.example" };
    expect(await allowDomain(database, { email, ...again })).toMatchObject({ kind: "allowed_before" });
    expect(await allowDomain(database, { email: "them@example.com", ...again })).toMatchObject({
      kind: "belongs_to_another_account",
    });
  });

  test("one of two concurrent assignments succeeds (L3)", async () => {
    const claims = ["us@example.com", "them@example.com"].map((email) =>
      allowDomain(database, { email, domain: "contested.example" }),
    );
    const kinds = (await Promise.all(claims)).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(["allowed", "belongs_to_another_account"]);
  });

  test("rejects an unknown user and an invalid domain", async () => {
    expect(await allowDomain(database, { email: "unknown@example.com", domain: "example.com" })).toEqual({
      kind: "unknown_user",
    });
    expect(await allowDomain(database, { email: "us@example.com", domain: "localhost" })).toEqual({
      kind: "invalid_domain",
    });
  });
});

describe("an account sends only from its own domains (C22)", () => {
  beforeAll(async () => {
    await allowDomain(database, { email: "us@example.com", domain: "verified.com" });
    await allowDomain(database, { email: "them@example.com", domain: "theirs.com" });
  });

  test.each([
    ["verified.com", true, true],
    ["VERIFIED.com", true, true],
    ["a.b.verified.com", false, true],
    ["verified.com.evil.com", false, true],
    ["notverified.com", false, true],
    ["verifіed.com", false, true],
    ["verified.com.", false, false],
    ["verified.com\0", false, false],
    ["theirs.com", false, false],
    ["THEIRS.com", false, false],
    ["ｔheirs.com", false, false],
    ["theirs.com.", false, false],
    ["elsewhere.com", false, true],
  ])("%j: in SaaS mode %s, self-hosted %s", async (domain, saas, selfHosted) => {
    const may = async (mode: boolean) =>
      (await new SenderPolicy({ database, onlyVerified: () => mode }).reasonToRefuse(us, domain)) === null;
    expect([await may(true), await may(false)]).toEqual([saas, selfHosted]);
  });
});
