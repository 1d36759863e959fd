import { expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import type { StsPolicy } from "../../../mail/tls-policy/index.ts";
import { StsPolicies } from "./sts-policies.ts";

const database = useDatabase();

test("a fetched policy counts at once, also after another one or none was read (E26)", async () => {
  const policies = new StsPolicies(database);
  const policy: StsPolicy = {
    domain: "a.example",
    id: "1",
    mode: "enforce",
    mx: ["mx.a.example"],
    maxAgeSeconds: 1_000_000,
    fetchedAt: new Date(),
  };
  expect(await policies.load("a.example")).toBeNull();
  await policies.save(policy);
  expect(await policies.load("a.example")).toEqual(policy);
  await policies.save({ ...policy, id: "2" });
  expect(await policies.load("a.example")).toMatchObject({ id: "2" });
});
