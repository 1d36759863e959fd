import { beforeAll, expect, test } from "vitest";
import { type TestNode, useTestApp } from "../../keys/test-app.fixture.ts";
import { requireSession } from "../../sessions/index.ts";
import { ensureDefaultAdmin } from "../people/default-admin.ts";
import { isOperator } from "./is-operator.ts";
import { nameOperator } from "./name-operator.ts";
import { requireOperator } from "./require-operator.ts";

const tested = useTestApp();
let selfHosted: TestNode;
let saas: TestNode;
let first: string;
let second: string;

function openServer({ app, deps }: TestNode): void {
  const hooks = [requireSession(deps), requireOperator(deps)];
  const onRequest = hooks.flatMap((each) => each.onRequest);
  app.get("/api/of-operators", { onRequest }, async () => ({}));
}

beforeAll(async () => {
  selfHosted = tested.node;
  saas = tested.another({ PAYMENT_SECRET_KEY: "sk_test" });
  openServer(selfHosted);
  openServer(saas);
  await ensureDefaultAdmin(tested.database, selfHosted.deps.config);
  first = await signInAsAdmin();
  ({ cookie: second } = await selfHosted.signUp("second@example.com"));
});

async function signInAsAdmin(): Promise<string> {
  const email = "admin@example.com";
  const { cookie } = await selfHosted.auth({ action: "login", email, password: "posthouse" });
  const passwords = { current_password: "posthouse", new_password: "a new password" };
  await selfHosted.auth({ action: "change_password", ...passwords }, { headers: { cookie } });
  return (await selfHosted.auth({ action: "login", email, password: "a new password" })).cookie;
}

const ask = async (node: TestNode, cookie: string) => {
  const { status, body } = await node.call("GET", "/api/of-operators", { headers: { cookie } });
  return status === 200 ? "ok" : body.error.code;
};

test("only the account created by the first launch operates a self-hosted instance", async () => {
  expect(await ask(selfHosted, first)).toBe("ok");
  expect(await ask(selfHosted, second)).toBe("operator_required");
});

test("an account created by a node with a slow clock does not become the operator account", async () => {
  const early = "00000000-0000-7000-8000-000000000001";
  await tested.database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'early')", [early]);
  expect(await ask(selfHosted, first)).toBe("ok");
  expect(await isOperator(selfHosted.deps, { accountId: early, personId: null })).toBe(false);
});

test("only one account can be the operator account", async () => {
  const second = tested.database.pool.query("UPDATE accounts SET is_operator = true");
  await expect(second).rejects.toThrow("accounts_operator");
});

test("in SaaS mode, only people named as operators are operators, until that is revoked", async () => {
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

test("the account response says whether the user is an operator", async () => {
  const read = async (cookie: string) =>
    (await selfHosted.call("GET", "/api/account", { headers: { cookie } })).body.operator;
  expect(await read(first)).toBe(true);
  expect(await read(second)).toBe(false);
});
