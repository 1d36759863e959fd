import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, adminCaller } from "../../../../test/harness/api-caller.ts";

const api = useApi();
let admin: ApiCaller;

/** A destination whose mail waits, one whose mail is in flight, one with mail that is due later, and one with all of them. */
beforeAll(async () => {
  admin = await adminCaller(api);
  const program = await admin.newKey();
  const domains = ["waiting.example", "in-flight.example", "delayed.example"];
  const mixed = ["a@mixed.example", "b@mixed.example", "c@mixed.example"];
  await program.sent({ to: [...domains.map((name) => `a@${name}`), ...mixed], subject: "s", text: "x" });
  await api.database.pool.query(
    `UPDATE recipients SET state = 'sending', ready = false, due_at = now() + interval '1 minute'
     WHERE address IN ('a@in-flight.example', 'b@mixed.example');
     UPDATE recipients SET state = 'deferred', ready = false, due_at = now() + interval '1 hour'
     WHERE address IN ('a@delayed.example', 'c@mixed.example')`,
  );
});

const found = async (query: string) => {
  const { body } = await admin.get(`/api/queue?${query}`);
  return [body.groups.map(({ id }: { id: string }) => id).toSorted(), body.pagination.total];
};

test.each([
  ["", ["delayed.example", "in-flight.example", "mixed.example", "waiting.example"]],
  ["state=waiting", ["mixed.example", "waiting.example"]],
  ["state=in_flight", ["in-flight.example", "mixed.example"]],
  ["state=delayed", ["delayed.example", "mixed.example"]],
  ["state=waiting,delayed", ["delayed.example", "mixed.example", "waiting.example"]],
  ["state=delayed&search=MIX", ["mixed.example"]],
  ["state=delayed&search=flight", []],
])("destinations with %s, and their number", async (query, ids) => {
  expect(await found(query)).toEqual([ids, ids.length]);
});

test("the number counts the destinations of all pages", async () => {
  const { body } = await admin.get("/api/queue?limit=1&state=waiting");
  expect(body.groups).toHaveLength(1);
  expect(body.pagination).toMatchObject({ has_more: true, total: 2, total_is_exact: true });
  const next = await admin.get(`/api/queue?limit=1&state=waiting&cursor=${body.pagination.next_cursor}`);
  expect(next.body.pagination).toMatchObject({ has_more: false, total: 2 });
});

test("an unknown state is refused", async () => {
  expect((await admin.get("/api/queue?state=lost")).problems).toEqual(["state"]);
});
