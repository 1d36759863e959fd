/** Rights that end while the body of a request still arrives. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { until } from "../../../../test/harness/until.ts";
import { addRightsHooks } from "../../../platform/http/index.ts";
import { OPERATOR } from "../../audit/index.ts";
import { apiKeyHooks } from "../../keys/auth/api-key-hooks.ts";
import { type TestNode, useTestApp } from "../../keys/test-app.fixture.ts";
import { changeRole, removeMember } from "./change-members.ts";
import { invite, renewLink, revokeInvitation } from "./invite.ts";

const tested = useTestApp();
let node: TestNode;
let url: string;
let ada: { cookie: string };
let count = 0;
/** Requests whose rights were checked and whose body may follow. */
let admitted = 0;

beforeAll(async () => {
  // A second request of the account within a minute would be refused.
  node = tested.another({ RATE_LIMIT: "1" });
  node.app.addHook("preParsing", (_request, _reply, _body, done) => {
    admitted += 1;
    done();
  });
  node.app.register((v1, _options, done) => {
    addRightsHooks(v1, apiKeyHooks(node.deps));
    v1.post("/api/v1/things", async ({ principal }) => ({ permission: principal.permission }));
    done();
  });
  url = await node.app.listen({ host: "127.0.0.1", port: 0 });
});
beforeEach(async () => {
  await tested.database.pool.query("DELETE FROM attempt_counters");
  count += 1;
  ada = await node.signUp(`ada-${count}@example.com`);
});

const as = (person: { cookie: string }) => ({ headers: { cookie: person.cookie } });

/** Sends the first half of a body, waits for `meanwhile` and until the body counts as slow, and sends the rest. */
async function sendSlowly(
  path: string,
  {
    headers,
    body,
    meanwhile,
  }: { headers: Record<string, string>; body: object; meanwhile: () => Promise<unknown> },
) {
  const text = JSON.stringify(body);
  const before = admitted;
  const pieces = async function* () {
    yield Buffer.from(text.slice(0, 5));
    await until(() => admitted > before, { what: "the request to be let through" });
    const startedAt = performance.now();
    await meanwhile();
    // Longer than SLOW_BODY_MS, and than the time for which keys are cached.
    await until(() => performance.now() - startedAt > 1_200, { what: "the body to be slow" });
    yield Buffer.from(text.slice(5));
  };
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: ReadableStream.from(pieces()),
    duplex: "half",
  } as RequestInit);
  const answer = (await response.json()) as { permission?: string; error?: { code: string } };
  return { status: response.status, body: answer };
}

/** A second owner of Ada's account. */
async function joinAsOwner(): Promise<{ cookie: string; headers: { cookie: string }; id: string }> {
  const email = `grace-${count}@example.com`;
  const { body } = await node.call("POST", "/api/invitations", {
    ...as(ada),
    body: { email, role: "owner" },
  });
  const token = body.link.slice(body.link.indexOf("#") + 1);
  const accepted = { token, password: "a long password", name: "Grace" };
  const { cookie } = await node.call("POST", "/api/invitations/accept", { body: accepted });
  const { members } = (await node.call("GET", "/api/members", as(ada))).body;
  const { id } = members.find((member: { email: string }) => member.email === email);
  return { cookie, headers: { cookie }, id };
}

const change = (id: string, role: string) =>
  node.call("PATCH", `/api/members/${id}`, { ...as(ada), body: { role } });
const remove = (id: string) => node.call("DELETE", `/api/members/${id}`, as(ada));

test.each([
  ["removed", remove, [401, "unauthorized"]],
  ["made a member", (id: string) => change(id, "member"), [403, "role_not_permitted"]],
])("an owner who is %s while the body arrives gets no invitation link (T2)", async (_, lose, refusal) => {
  const { headers, id } = await joinAsOwner();
  const invitation = { email: "friend@example.com", role: "owner" };
  const meanwhile = () => lose(id);
  const { status, body } = await sendSlowly("/api/invitations", { headers, body: invitation, meanwhile });
  expect([status, body.error?.code]).toEqual(refusal);
  expect((await node.call("GET", "/api/members", as(ada))).body.invitations).toEqual([]);
});

test("a member who is removed while the body arrives creates no API key", async () => {
  const { headers, id } = await joinAsOwner();
  const meanwhile = () => remove(id);
  expect((await sendSlowly("/api/keys", { headers, body: { name: "kept" }, meanwhile })).status).toBe(401);
  expect((await node.call("GET", "/api/keys", as(ada))).body.keys).toEqual([]);
});

test("a session that moves to another account while the body arrives changes neither", async () => {
  const { headers } = await joinAsOwner();
  const other = await node.signUp(`other-${count}@example.com`);
  const { accounts } = (await node.call("GET", "/api/accounts", as(other))).body;
  const meanwhile = () =>
    tested.database.pool.query(
      `WITH member AS (INSERT INTO memberships (account_id, person_id, role)
         SELECT $1, id, 'owner' FROM people WHERE email = $2)
       UPDATE sessions SET account_id = $1 WHERE person_id = (SELECT id FROM people WHERE email = $2)`,
      [accounts[0].id, `grace-${count}@example.com`],
    );
  const { status, body } = await sendSlowly("/api/keys", { headers, body: { name: "kept" }, meanwhile });
  expect([status, body.error?.code]).toEqual([409, "account_switched"]);
  for (const person of [ada, other])
    expect((await node.call("GET", "/api/keys", as(person))).body.keys).toEqual([]);
});

test("a key that is revoked while the body arrives is refused", async () => {
  const { id, key } = await node.createKey(ada.cookie);
  const headers = { authorization: `Bearer ${key}` };
  const meanwhile = () => node.call("DELETE", `/api/keys/${id}`, as(ada));
  const { status, body } = await sendSlowly("/api/v1/things", { headers, body: { a: 1 }, meanwhile });
  expect([status, body.error?.code]).toEqual([401, "unauthorized"]);
});

test("a slow body is one request for the rate limit", async () => {
  const { key } = await node.createKey(ada.cookie);
  const headers = { authorization: `Bearer ${key}` };
  const meanwhile = async () => undefined;
  const { status, body } = await sendSlowly("/api/v1/things", { headers, body: { a: 1 }, meanwhile });
  expect([status, body]).toEqual([200, { permission: "full" }]);
});

test("changes of members and invitations check the author's role once more", async () => {
  const { body: open } = await node.call("POST", "/api/invitations", {
    ...as(ada),
    body: { email: "friend@example.com", role: "member" },
  });
  const { id: personId } = await joinAsOwner();
  const { members } = (await node.call("GET", "/api/members", as(ada))).body;
  await change(personId, "member");
  const { rows } = await tested.database.pool.query(
    "SELECT account_id FROM memberships WHERE person_id = $1",
    [personId],
  );
  const by = { ...OPERATOR, personId };
  const author = { accountId: rows[0].account_id, personId, by };
  const target = { ...author, personId: members[0].id };
  for (const attempt of [
    () => invite(node.deps, { ...author, ip: "192.0.2.1" }, { email: "more@example.com", role: "owner" }),
    () => renewLink(node.deps, author, open.id),
    () => revokeInvitation(tested.database, author, open.id),
    () => changeRole(tested.database, target, "viewer"),
    () => removeMember(tested.database, target),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: "role_not_permitted" });
  await removeMember(tested.database, author);
});
