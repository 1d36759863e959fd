import { expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { adminCaller, keyCaller } from "../../../../test/harness/api-caller.ts";

const api = useApi();

test("a cursor continues the list that it came from, and every other list rejects it", async () => {
  const caller = keyCaller(api);
  const admin = await adminCaller(api);
  for (const n of [1, 2, 3]) {
    await caller.sent({ to: "a@example.com", subject: `Hello ${n}`, text: "x" });
    await caller.post("/api/v1/contacts", { email: `a${n}@example.com` });
    await admin.newKey();
  }
  const lists = ["/api/emails", "/api/contacts", "/api/audit"];
  const cursors = await Promise.all(
    lists.map(async (list) => (await admin.get(`${list}?limit=1`)).body.pagination.next_cursor as string),
  );
  for (const [n, list] of lists.entries())
    for (const [m, cursor] of cursors.entries()) {
      const { status, problems } = await admin.get(`${list}?limit=1&cursor=${cursor}`);
      expect([list, lists[m], status, problems]).toEqual(
        n === m ? [list, list, 200, []] : [list, lists[m], 422, ["cursor"]],
      );
    }
});
