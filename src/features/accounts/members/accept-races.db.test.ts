import { expect, test } from "vitest";
import { waitForLocks } from "../../../../test/harness/wait-for-locks.ts";
import { useTestApp } from "../../keys/test-app.fixture.ts";

const tested = useTestApp();

test("a session that an invitation starts does not survive a change of the password (A7)", async () => {
  const { node, database } = tested;
  const [ada, mallory] = [await node.signUp("ada@example.com"), await node.signUp("mallory@example.com")];
  const invited = await node.call("POST", "/api/invitations", {
    headers: { cookie: mallory.cookie },
    body: { email: ada.email, role: "member" },
  });
  const stolen = (await node.auth({ action: "login", email: ada.email, password: ada.password })).cookie;
  const holder = await database.pool.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM invitations FOR UPDATE");
  const accepting = node.call("POST", "/api/invitations/accept", {
    headers: { cookie: stolen },
    body: { token: invited.body.link.split("#")[1] },
  });
  await waitForLocks(database, 1);
  const changing = node.auth(
    { action: "change_password", current_password: ada.password, new_password: "another password" },
    { headers: { cookie: ada.cookie } },
  );
  await waitForLocks(database, 2);
  await holder.query("COMMIT");
  holder.release();
  const [accepted, changed] = await Promise.all([accepting, changing]);
  expect([accepted.status, changed.status]).toEqual([200, 200]);
  const statusOf = async (cookie: string) =>
    (await node.call("GET", "/api/keys", { headers: { cookie } })).status;
  expect(await Promise.all([accepted.cookie, stolen, changed.cookie].map(statusOf))).toEqual([401, 401, 200]);
});
