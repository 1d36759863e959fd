import { afterEach, expect, test } from "vitest";
import { Posthouse, type PosthouseError } from "./index.ts";
import { errorStep, type ScriptedServer, type Step, startScriptedServer } from "./scripted-server.fixture.ts";

let server: ScriptedServer;
afterEach(() => server?.close());

const eventAt = (id: string, at: string) => ({
  id,
  created_at: `2026-11-21T08:30:${at}Z`,
  type: "delivered",
});
const page = (...events: { id: string }[]): Step => pageUntil(events.at(-1)?.id ?? null, events);
const pageUntil = (next_cursor: string | null, events: { id: string }[] = []): Step => ({
  json: { events, pagination: { limit: 100, has_more: false, next_cursor } },
});
const asked = (name: string) =>
  server.requests.map(({ url }) => new URL(url, "http://x").searchParams.get(name));

async function follow(steps: Step[], { count, maxRetries = 0 }: { count: number; maxRetries?: number }) {
  server = await startScriptedServer(steps);
  const posthouse = new Posthouse("ph_test", { baseUrl: server.baseUrl, maxRetries });
  const interruptions: PosthouseError[] = [];
  const ids: string[] = [];
  const options = {
    since: "2026-11-21T08:30:00.000Z",
    email_id: "e-1",
    everyMs: 5,
    onInterruption: (error: PosthouseError) => interruptions.push(error),
  };
  for await (const { id } of posthouse.events.follow(options)) if (ids.push(id) === count) break;
  return { ids, codes: interruptions.map(({ code }) => code) };
}

test("each poll continues after the last event, so that no event is repeated", async () => {
  const [a, b, c] = [eventAt("a", "10.000"), eventAt("b", "11.500"), eventAt("c", "20.000")];
  const { ids } = await follow([page(), page(a, b), page(), page(c)], { count: 3 });
  expect(ids).toEqual(["a", "b", "c"]);
  expect(asked("since")).toEqual(["2026-11-21T08:30:00.000Z", "2026-11-21T08:30:00.000Z", null, null]);
  expect(asked("after")).toEqual([null, null, "b", "b"]);
  expect(server.requests[0]?.url).toContain("email_id=e-1");
});

test("each poll continues after the events that do not match", async () => {
  const { ids } = await follow([pageUntil("m"), pageUntil("n"), page(eventAt("o", "20.000"))], { count: 1 });
  expect(ids).toEqual(["o"]);
  expect(asked("since")).toEqual(["2026-11-21T08:30:00.000Z", null, null]);
  expect(asked("after")).toEqual([null, "m", "n"]);
});

test("an interruption within a list continues after the last event", async () => {
  const { ids } = await follow(
    [
      {
        json: {
          events: [eventAt("a", "10.000")],
          pagination: { limit: 1, has_more: true, next_cursor: "a" },
        },
      },
      errorStep(503, "unavailable"),
      page(eventAt("b", "11.000")),
    ],
    { count: 2 },
  );
  expect(ids).toEqual(["a", "b"]);
  expect(asked("after")).toEqual([null, "a", "a"]);
});

test("temporary errors are reported, and polling continues", async () => {
  const steps = [
    page(eventAt("a", "10.000")),
    "drop",
    errorStep(503, "unavailable"),
    page(eventAt("b", "11.000")),
  ];
  const { ids, codes } = await follow(steps as Step[], { count: 2 });
  expect(ids).toEqual(["a", "b"]);
  expect(codes).toEqual(["network_error", "unavailable"]);
});

test("a rejected key ends the iteration", async () => {
  await expect(follow([errorStep(401, "unauthorized")], { count: 1 })).rejects.toMatchObject({
    code: "unauthorized",
  });
});

test("the signal ends the iteration without an error", async () => {
  server = await startScriptedServer([page(eventAt("a", "10.000"))]);
  const posthouse = new Posthouse("ph_test", { baseUrl: server.baseUrl });
  const abort = new AbortController();
  for await (const { id } of posthouse.events.follow({
    since: "2026-11-21T08:30:00Z",
    signal: abort.signal,
  })) {
    expect(id).toBe("a");
    abort.abort();
  }
});
