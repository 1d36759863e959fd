import { afterAll, beforeAll, expect, test } from "vitest";
import { requireSession } from "../sessions/require-session.ts";
import { openTestApp, type TestApp, type TestNode } from "../test-app.ts";
import { nameOperator } from "./name-operator.ts";
import { requireOperator } from "./require-operator.ts";

let tested: TestApp;
let selfHosted: TestNode;
let saas: TestNode;
let first: string;
let second: string;

function openDoor({ app, deps }: TestNode): void {
  const onRequest = [requireSession(deps), requireOperator(deps)];
  app.get("/api/of-operators", { onRequest }, async () => ({}));
}

beforeAll(async () => {
  tested = await openTestApp();
  selfHosted = tested.node;
  saas = tested.another({ PAYMENT_SECRET_KEY: "sk_test" });
  openDoor(selfHosted);
  openDoor(saas);
  ({ cookie: first } = await selfHosted.signUp("first@example.com"));
  ({ cookie: second } = await selfHosted.signUp("second@example.com"));
});
afterAll(() => tested.close());

const ask = async (node: TestNode, cookie: string) => {
  const { status, body } = await node.call("GET", "/api/of-operators", { headers: { cookie } });
  return status === 200 ? "ok" : body.error.code;
};

test("the oldest account runs a self-hosted instance, and nobody else", async () => {
  expect(await ask(selfHosted, first)).toBe("ok");
  expect(await ask(selfHosted, second)).toBe("operator_required");
});

test("in SaaS mode those run it who were named, for as long as they are", async () => {
  expect(await ask(saas, first)).toBe("operator_required");
  await nameOperator(tested.database, { email: "Second@example.com", isOperator: true });
  expect(await ask(saas, second)).toBe("ok");
  expect(await ask(saas, first)).toBe("operator_required");
  expect(await ask(selfHosted, second)).toBe("ok");
  await nameOperator(tested.database, { email: "second@example.com", isOperator: false });
  expect(await ask(saas, second)).toBe("operator_required");
  await expect(
    nameOperator(tested.database, { email: "nobody@example.com", isOperator: true }),
  ).rejects.toMatchObject({ code: "user_not_found" });
});

test("whoever is signed in is told whether they run the instance", async () => {
  const read = async (cookie: string) =>
    (await selfHosted.call("GET", "/api/account", { headers: { cookie } })).body.operator;
  expect(await read(first)).toBe(true);
  expect(await read(second)).toBe(false);
});
