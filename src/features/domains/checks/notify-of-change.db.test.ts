import { afterAll, beforeAll, expect, test } from "vitest";
import { type DomainWorld, openDomainWorld, publish } from "../domains.fixture.ts";
import { checkDueDomains } from "./check-due-domains.ts";
import { checkNow } from "./check-now.ts";

let world: DomainWorld;
beforeAll(async () => {
  world = await openDomainWorld();
});
afterAll(() => world.close());

/** A check whose process is killed between its commit and the notification. */
async function checkAndDie(accountId: string, name: string): Promise<void> {
  const notifyUsers = () => Promise.reject(new Error("killed"));
  await expect(checkNow({ ...world.deps, notifyUsers }, { accountId, name })).rejects.toThrow("killed");
}

/** An account holds the domain, and then its token disappears. */
async function holdWithoutToken(name: string): Promise<void> {
  const added = await world.claim(world.us, name);
  publish(world.stub, added);
  expect(await world.check(world.us, name)).toMatchObject({ status: "verified" });
  world.stub.set(`${added.records[0]?.name} TXT`, { problem: "nxdomain" });
}

const passDays = (name: string, days: number) =>
  world.deps.database.pool.query(
    "UPDATE domains SET token_missing_since = token_missing_since - make_interval(days => $2) WHERE name = $1",
    [name, days],
  );

const subjectsOf = (name: string) =>
  world.systemMail.filter(({ subject }) => subject.includes(name)).map(({ subject }) => subject);

test("a process that is killed before the warning delays it to the next check, and it is sent once", async () => {
  await holdWithoutToken("risk.example");
  await checkAndDie(world.us, "risk.example");
  for (let n = 0; n < 2; n += 1) await world.check(world.us, "risk.example");
  expect(subjectsOf("risk.example")).toEqual([expect.stringMatching(/^Restore a DNS record by /)]);
  await passDays("risk.example", 1);
  // No key of the first day is left.
  const sent: unknown[] = [];
  const notifyUsers = async (...mail: unknown[]) => void sent.push(mail);
  await checkNow({ ...world.deps, notifyUsers }, { accountId: world.us, name: "risk.example" });
  expect(sent).toEqual([]);
});

test("a process that is killed before the notification of a loss delays it to the next check, which is due", async () => {
  await holdWithoutToken("expired.example");
  await world.check(world.us, "expired.example");
  await passDays("expired.example", 4);
  await checkAndDie(world.us, "expired.example");
  await checkDueDomains(world.deps);
  await world.check(world.us, "expired.example");
  expect(subjectsOf("expired.example").slice(1)).toEqual([
    "expired.example no longer belongs to your account",
  ]);
});

test("the same holds for a domain that another account has proven", async () => {
  await holdWithoutToken("taken.example");
  publish(world.stub, await world.claim(world.them, "taken.example"));
  await checkAndDie(world.them, "taken.example");
  await checkDueDomains(world.deps);
  await world.check(world.us, "taken.example");
  expect(world.systemMail.filter(({ subject }) => subject.includes("taken.example"))).toEqual([
    {
      accountId: world.us,
      subject: "taken.example no longer belongs to your account",
      text: expect.stringContaining("Another account has verified"),
    },
  ]);
});
