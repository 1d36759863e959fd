import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestNode, useTestApp } from "../../keys/test-app.fixture.ts";

const tested = useTestApp();
let node: TestNode;
let count = 0;

type Person = { email: string; password: string; cookie: string };
/** The owner of a new account. */
let ada: Person;

beforeAll(() => {
  node = tested.node;
});
beforeEach(async () => {
  // All of them sign up from one network.
  await tested.database.pool.query("DELETE FROM attempt_counters");
  ada = await node.signUp(newAddress("ada"));
});

function newAddress(name: string): string {
  count += 1;
  return `${name}-${count}@example.com`;
}
const as = (person: Person) => ({ headers: { cookie: person.cookie } });
const list = async (person: Person) => (await node.call("GET", "/api/members", as(person))).body;
const invite = (person: Person, email: string, { role = "member", ip = "127.0.0.1" } = {}) =>
  node.call("POST", "/api/invitations", { ...as(person), body: { email, role }, ip });
const tokenOf = (link: string) => link.slice(link.indexOf("#") + 1);
const find = (token: string) => node.call("POST", "/api/invitations/find", { body: { token } });
const accept = (body: object, person?: Person) =>
  node.call("POST", "/api/invitations/accept", { body, ...(person && as(person)) });
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } | null }) =>
  status < 300 ? "ok" : body?.error?.code;

/** Invites a new person, who accepts. */
async function join(role: string, email = newAddress(role)): Promise<Person & { id: string }> {
  const { body } = await invite(ada, email, { role });
  const password = "a password of their own";
  const { cookie } = await accept({ token: tokenOf(body.link), password, name: "Grace" });
  const { members } = await list(ada);
  return { email, password, cookie, id: members.find((member: Person) => member.email === email).id };
}

describe("invitations", () => {
  test("an invited person joins with the role of the invitation, and works in the account", async () => {
    const email = newAddress("grace");
    const { status, body } = await invite(ada, email, { role: "member" });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        email,
        role: "member",
        created_at: expect.any(String),
        expires_at: expect.any(String),
        link: expect.stringMatching(/^http:\/\/localhost:3000\/invitation#[\w-]{43}$/),
      },
    ]);
    const days = (Date.parse(body.expires_at) - Date.parse(body.created_at)) / 86_400_000;
    expect(days).toBeCloseTo(7, 1);
    expect((await list(ada)).invitations).toEqual([{ ...body, link: undefined }]);
    const token = tokenOf(body.link);
    expect((await find(token)).body).toEqual({
      account_name: ada.email,
      email,
      role: "member",
      registered: false,
    });
    const joined = await accept({ token, password: "a password of hers", name: "Grace" });
    expect(joined.body).toEqual({ success: true, user: { email, name: "Grace" } });
    const grace = { email, password: "", cookie: joined.cookie };
    const { members, invitations } = await list(grace);
    expect(invitations).toEqual([]);
    expect(members).toMatchObject([
      { email: ada.email, name: null, role: "owner", you: false },
      { email, name: "Grace", role: "member", you: true },
    ]);
    await node.createKey(grace.cookie, "of Grace");
    expect((await node.call("GET", "/api/keys", as(ada))).body.keys).toMatchObject([{ name: "of Grace" }]);
    expect((await node.auth({ action: "login", email, password: "a password of hers" })).status).toBe(200);
  });

  test("a link works once, for an hour, and not after a newer one (A17)", async () => {
    const email = newAddress("grace");
    const first = (await invite(ada, email)).body;
    const { body: second } = await node.call("POST", `/api/invitations/${first.id}/link`, as(ada));
    expect(second.link).not.toBe(first.link);
    expect(codeOf(await find(tokenOf(first.link)))).toBe("invitation_invalid");
    // Inviting again replaces the link, too.
    const third = (await invite(ada, email, { role: "viewer" })).body;
    expect(codeOf(await accept({ token: tokenOf(second.link), password: "a password" }))).toBe(
      "invitation_invalid",
    );
    expect((await list(ada)).invitations).toMatchObject([{ email, role: "viewer" }]);

    const age = (minutes: number) =>
      tested.database.pool.query(
        "UPDATE invitations SET linked_at = now() - make_interval(mins => $1) WHERE email_key = $2",
        [minutes, email],
      );
    await age(61);
    const old = await accept({ token: tokenOf(third.link), password: "a password" });
    expect([old.status, old.body.error.message]).toEqual([404, expect.stringContaining("60 minutes")]);
    await age(59);
    const token = tokenOf(third.link);
    const both = await Promise.all([1, 2].map(() => accept({ token, password: "a password" })));
    expect(both.map(codeOf).sort()).not.toEqual(["ok", "ok"]);
    expect(both.map(codeOf)).toContain("ok");
    expect(codeOf(await accept({ token, password: "a password" }))).toBe("invitation_invalid");
  });

  test("only a hash of the link is stored, and neither logs nor the audit log have it (A17)", async () => {
    const email = newAddress("grace");
    const token = tokenOf((await invite(ada, email)).body.link);
    const { rows } = await tested.database.pool.query("SELECT * FROM invitations WHERE email_key = $1", [
      email,
    ]);
    expect(rows).toHaveLength(1);
    await accept({ token, password: "a password" });
    expect(JSON.stringify(rows)).not.toContain(token);
    const events = await tested.database.pool.query("SELECT * FROM audit_events");
    expect(events.rows.map(({ action }) => action)).toContain("member.joined");
    expect(JSON.stringify(events.rows)).not.toContain(token);
    expect(node.logged.join("")).not.toContain(token);
  });

  test("a registered person needs the password or a session of the invited address (T2)", async () => {
    const grace = await node.signUp(newAddress("grace"));
    const eve = await node.signUp(newAddress("eve"));
    const token = tokenOf((await invite(ada, grace.email)).body.link);
    expect((await find(token)).body.registered).toBe(true);
    // Neither with the session of another person nor with that person's password.
    expect(codeOf(await accept({ token }, eve))).toBe("invalid_credentials");
    expect(codeOf(await accept({ token, password: "another password" }))).toBe("invalid_credentials");
    expect((await list(ada)).members).toHaveLength(1);
    const joined = await accept({ token }, grace);
    expect(codeOf(joined)).toBe("ok");
    expect((await list({ ...grace, cookie: joined.cookie })).members).toHaveLength(2);

    const again = await node.signUp(newAddress("again"));
    const other = tokenOf((await invite(ada, again.email)).body.link);
    expect(codeOf(await accept({ token: other, password: again.password }))).toBe("ok");
  });

  test("guesses of a password are limited as at sign-in (A13)", async () => {
    const grace = await node.signUp(newAddress("grace"));
    const token = tokenOf((await invite(ada, grace.email)).body.link);
    for (let n = 0; n < 10; n += 1)
      expect(codeOf(await accept({ token, password: `wrong ${n}` }))).toBe("invalid_credentials");
    expect(codeOf(await accept({ token, password: grace.password }))).toBe("too_many_attempts");
  });

  test("invitations are revoked, expire, and are limited in number", async () => {
    const { body } = await invite(ada, newAddress("grace"));
    const revoke = () => node.call("DELETE", `/api/invitations/${body.id}`, as(ada));
    expect((await revoke()).status).toBe(204);
    expect(codeOf(await revoke())).toBe("invitation_not_found");
    expect(codeOf(await find(tokenOf(body.link)))).toBe("invitation_invalid");
    expect(codeOf(await node.call("POST", `/api/invitations/${body.id}/link`, as(ada)))).toBe(
      "invitation_not_found",
    );

    const late = (await invite(ada, newAddress("late"))).body;
    await tested.database.pool.query("UPDATE invitations SET expires_at = now() WHERE id = $1", [late.id]);
    expect(codeOf(await find(tokenOf(late.link)))).toBe("invitation_invalid");
    expect((await list(ada)).invitations).toEqual([]);

    // The one that expired does not count.
    const [first = "", ...others] = Array.from({ length: 100 }, () => newAddress("many"));
    for (const [n, address] of [first, ...others].entries())
      expect(codeOf(await invite(ada, address, { ip: `192.0.2.${n}` }))).toBe("ok");
    expect(codeOf(await invite(ada, newAddress("many")))).toBe("too_many_invitations");
    expect(codeOf(await invite(ada, first))).toBe("ok");
  });

  test("invitations are limited for each network, because their pages say who is registered (A13)", async () => {
    for (let n = 0; n < 50; n += 1) expect(codeOf(await invite(ada, newAddress("many")))).toBe("ok");
    const { status, headers, body } = await invite(ada, newAddress("many"));
    expect([status, body.error.code]).toEqual([429, "too_many_attempts"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect(codeOf(await invite(ada, newAddress("many"), { ip: "192.0.2.1" }))).toBe("ok");
  });

  test.each([
    ["is removed", (id: string) => node.call("DELETE", `/api/members/${id}`, as(ada))],
    [
      "is no longer an owner",
      (id: string) => node.call("PATCH", `/api/members/${id}`, { ...as(ada), body: { role: "member" } }),
    ],
  ])("links of an owner who %s are no longer valid (T2)", async (_, change) => {
    const grace = await join("owner");
    const [kept, own, renewed] = await Promise.all(
      [ada, grace, ada].map((person) => invite(person, newAddress("friend"))),
    );
    // The author of the newest link decides.
    const newer = await node.call("POST", `/api/invitations/${renewed?.body.id}/link`, as(grace));
    expect((await change(grace.id)).status).toBe(204);
    expect(codeOf(await accept({ token: tokenOf(own?.body.link), password: "a password" }))).toBe(
      "invitation_invalid",
    );
    expect(codeOf(await find(tokenOf(newer.body.link)))).toBe("invitation_invalid");
    expect(codeOf(await find(tokenOf(kept?.body.link)))).toBe("ok");
    expect((await list(ada)).invitations).toHaveLength(1);
  });

  test.each(["", "not an address", "Grace <grace@example.com>", "a@b@c", "x".repeat(321)])(
    "the address %j is refused",
    async (email) => {
      const { status, body } = await invite(ada, email);
      expect([status, body.error.code]).toEqual([422, "validation_failed"]);
    },
  );

  test("a member is not invited again, in any spelling of the address", async () => {
    const { body, status } = await invite(ada, ada.email.toUpperCase());
    expect([status, body.error.code, body.error.fields[0].path]).toEqual([409, "already_member", "email"]);
  });

  test("the password of a new person follows the rules, and the link stays valid", async () => {
    const token = tokenOf((await invite(ada, newAddress("grace"))).body.link);
    expect((await accept({ token })).status).toBe(422);
    expect((await accept({ token, password: "short" })).body.error.fields[0].path).toBe("password");
    expect(codeOf(await accept({ token, password: "long enough" }))).toBe("ok");
  });
});

describe("roles", () => {
  const settings = (person: Person) =>
    node.call("PATCH", "/api/account", { ...as(person), body: { name: "Renamed" } });

  test("viewers read everything and change nothing but their own sessions", async () => {
    const viewer = await join("viewer");
    for (const name of ["keys", "account", "members", "audit", "sessions", "keys/export", "audit/export"])
      expect([name, (await node.call("GET", `/api/${name}`, as(viewer))).status]).toEqual([name, 200]);
    const create = await node.call("POST", "/api/keys", { ...as(viewer), body: { name: "x" } });
    expect([create.status, create.body.error.code]).toEqual([403, "role_not_permitted"]);
    expect(codeOf(await settings(viewer))).toBe("role_not_permitted");
    expect((await node.call("DELETE", "/api/sessions", as(viewer))).status).toBe(204);
    const { password } = viewer;
    const passwords = { current_password: password, new_password: "another password" };
    expect((await node.auth({ action: "change_password", ...passwords }, as(viewer))).status).toBe(200);
  });

  test("members change everything but members", async () => {
    const member = await join("member");
    expect((await settings(member)).status).toBe(200);
    expect(codeOf(await invite(member, newAddress("more")))).toBe("role_not_permitted");
    const target = (await list(ada)).members[0].id;
    const patch = { ...as(member), body: { role: "viewer" } };
    expect(codeOf(await node.call("PATCH", `/api/members/${target}`, patch))).toBe("role_not_permitted");
    expect(codeOf(await node.call("DELETE", `/api/members/${target}`, as(member)))).toBe(
      "role_not_permitted",
    );
  });

  test("a changed role takes effect with the next request of an open session (T3)", async () => {
    const grace = await join("viewer");
    const change = (role: string) =>
      node.call("PATCH", `/api/members/${grace.id}`, { ...as(ada), body: { role } });
    expect(codeOf(await settings(grace))).toBe("role_not_permitted");
    expect((await change("member")).status).toBe(204);
    expect(codeOf(await settings(grace))).toBe("ok");
    await change("owner");
    expect((await invite(grace, newAddress("more"))).status).toBe(201);
    await change("viewer");
    expect(codeOf(await settings(grace))).toBe("role_not_permitted");
  });

  test("the last owner neither leaves nor gets another role, even when two leave at once (T1)", async () => {
    const [me] = (await list(ada)).members;
    const leave = (person: Person, id: string) => node.call("DELETE", `/api/members/${id}`, as(person));
    expect(codeOf(await leave(ada, me.id))).toBe("last_owner");
    const demote = { ...as(ada), body: { role: "viewer" } };
    expect(codeOf(await node.call("PATCH", `/api/members/${me.id}`, demote))).toBe("last_owner");
    const other = await join("owner");
    const both = await Promise.all([leave(ada, me.id), leave(other, other.id)]);
    expect(both.map(codeOf).sort()).toEqual(["last_owner", "ok"]);
  });

  test("a removed member is signed out of the account at once, and can register again", async () => {
    const grace = await join("member");
    expect((await node.call("DELETE", `/api/members/${grace.id}`, as(ada))).status).toBe(204);
    expect((await node.call("GET", "/api/keys", as(grace))).status).toBe(401);
    const { email, password } = grace;
    expect(codeOf(await node.auth({ action: "login", email, password }))).toBe("invalid_credentials");
    expect((await node.register(grace.email, password)).cookie).toBeTruthy();
    expect(codeOf(await node.call("DELETE", `/api/members/${grace.id}`, as(ada)))).toBe("member_not_found");
  });

  test("members of another account are not found", async () => {
    const stranger = await node.signUp(newAddress("stranger"));
    const { id } = (await list(stranger)).members[0];
    for (const [method, body] of [["PATCH", { role: "viewer" }], ["DELETE"]] as const)
      expect(codeOf(await node.call(method, `/api/members/${id}`, { ...as(ada), body }))).toBe(
        "member_not_found",
      );
    const { id: invitation } = (await invite(stranger, newAddress("x"))).body;
    expect(codeOf(await node.call("DELETE", `/api/invitations/${invitation}`, as(ada)))).toBe(
      "invitation_not_found",
    );
  });

  test("the audit log has each change with its author", async () => {
    const grace = await join("viewer");
    const invited = await invite(ada, newAddress("hopper"));
    await node.call("POST", `/api/invitations/${invited.body.id}/link`, as(ada));
    await node.call("PATCH", `/api/members/${grace.id}`, { ...as(ada), body: { role: "member" } });
    await node.call("DELETE", `/api/members/${grace.id}`, as(ada));
    const { body } = await node.call("GET", "/api/audit", as(ada));
    const { email } = grace;
    const hopper = { email: invited.body.email, role: "member" };
    expect(body.events.slice(0, 6)).toMatchObject([
      { action: "member.removed", detail: { email } },
      { action: "member.role_changed", detail: { email, before: "viewer", role: "member" } },
      { action: "member.invitation_renewed", detail: hopper },
      { action: "member.invited", detail: hopper },
      { action: "member.joined", detail: { email, role: "viewer" } },
      { action: "member.invited", detail: { email, role: "viewer" } },
    ]);
  });
});

describe("several accounts", () => {
  const accounts = async (person: Person) =>
    (await node.call("GET", "/api/accounts", as(person))).body.accounts;
  const enter = (person: Person, id: string) => node.call("POST", `/api/accounts/${id}/enter`, as(person));

  test("a session moves between the accounts of its person, and sign-in opens the latest one", async () => {
    const grace = await node.signUp(newAddress("grace"));
    const token = tokenOf((await invite(ada, grace.email, { role: "viewer" })).body.link);
    const cookie = (await accept({ token }, grace)).cookie;
    const [own, joined] = await accounts({ ...grace, cookie });
    expect([own, joined]).toMatchObject([
      { name: grace.email, role: "owner", current: false },
      { name: ada.email, role: "viewer", current: true },
    ]);
    const nameAfter = async (person: Person) =>
      (await node.call("GET", "/api/account", as(person))).body.account.name;
    expect(await nameAfter({ ...grace, cookie })).toBe(ada.email);
    expect((await enter({ ...grace, cookie }, own.id)).status).toBe(204);
    expect(await nameAfter({ ...grace, cookie })).toBe(grace.email);
    const logIn = async () => {
      const signedIn = await node.auth({ action: "login", email: grace.email, password: grace.password });
      return await nameAfter({ ...grace, cookie: signedIn.cookie });
    };
    expect(await logIn()).toBe(grace.email);
    await enter({ ...grace, cookie }, joined.id);
    expect(await logIn()).toBe(ada.email);
    // Removed from one, the person still has the other.
    const { id } = (await list(ada)).members[1];
    await node.call("DELETE", `/api/members/${id}`, as(ada));
    expect(await logIn()).toBe(grace.email);
  });

  test("a page of one account changes nothing once another tab has switched to another account", async () => {
    const grace = await node.signUp(newAddress("grace"));
    const token = tokenOf((await invite(ada, grace.email, { role: "member" })).body.link);
    const { cookie } = await accept({ token }, grace);
    const person = { ...grace, cookie };
    const { account } = (await node.call("GET", "/api/auth?include=account", as(person))).body;
    const [own, joined] = await accounts(person);
    expect(account).toEqual({ id: joined.id, role: "member" });
    const rename = (id: string, name: string) =>
      node.call("PATCH", "/api/account", { headers: { cookie, "x-account-id": id }, body: { name } });
    expect((await rename(joined.id, "Joined")).status).toBe(200);
    await enter(person, own.id);
    const refused = await rename(joined.id, "Wrong account");
    expect([refused.status, codeOf(refused)]).toEqual([409, "account_switched"]);
    expect((await rename("nonsense", "No account")).status).toBe(409);
    expect((await accounts(person)).map(({ name }: { name: string }) => name)).toEqual([
      grace.email,
      "Joined",
    ]);
    expect((await rename(own.id, "Own")).status).toBe(200);
  });

  test("an account of other people cannot be entered", async () => {
    const [{ id }] = await accounts(ada);
    const eve = await node.signUp(newAddress("eve"));
    expect(codeOf(await enter(eve, id))).toBe("account_not_found");
    expect(codeOf(await enter(eve, "nonsense"))).toBe("account_not_found");
  });
});
