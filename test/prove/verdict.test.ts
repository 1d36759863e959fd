import { describe, expect, test } from "vitest";
import type { ClientRecord, CopyRecord, Disruption, SinkRecord } from "./records.ts";
import { judge } from "./verdict.ts";

const to = ["a@x.test"];
const asked: ClientRecord[] = [
  { kind: "attempt", id: "p1", to, at: 1_000 },
  { kind: "accepted", id: "p1", at: 1_010, emailId: "e1" },
];
const copy = (connection: number, dotAt: number, more: Partial<CopyRecord> = {}): SinkRecord[] => [
  {
    kind: "copy",
    connection,
    id: "p1",
    to,
    dotAt,
    digest: "d",
    bytes: 9,
    intact: true,
    bareLineEnds: 0,
    ...more,
  },
  { kind: "answered", connection, id: more.id ?? "p1", at: dotAt + 10 },
];
const closed = (connection: number, at: number): SinkRecord => ({
  kind: "closed",
  connection,
  at,
  phase: "dot",
});
const kill = (target: Disruption["target"], at: number, until = at): Disruption => ({ target, at, until });

describe("the verdict on the two ledgers", () => {
  test("one copy of an accepted email is correct", () => {
    const verdict = judge({ client: asked, sink: copy(1, 2_000), disruptions: [] });
    expect(verdict).toMatchObject({ ok: true, accepted: 1, expected: 1, copies: 1 });
  });

  test("an accepted email without a copy is lost", () => {
    const verdict = judge({ client: asked, sink: [], disruptions: [kill("both", 2_000)] });
    expect(verdict).toMatchObject({ ok: false, lost: ["p1 a@x.test"] });
  });

  test("detects the loss of one recipient of several", () => {
    const client: ClientRecord[] = [
      { ...asked[0]!, to: ["a@x.test", "b@x.test"] } as ClientRecord,
      asked[1]!,
    ];
    expect(judge({ client, sink: copy(1, 2_000), disruptions: [] }).lost).toEqual(["p1 b@x.test"]);
  });

  test("an unanswered attempt may arrive once or not at all", () => {
    const client: ClientRecord[] = [asked[0]!, { kind: "unanswered", id: "p1", at: 1_010, reason: "reset" }];
    expect(judge({ client, sink: [], disruptions: [] }).ok).toBe(true);
    expect(judge({ client, sink: copy(1, 2_000), disruptions: [] }).ok).toBe(true);
  });

  test.each([
    ["no kill at all", [], false],
    ["a kill of the worker in the dot window", [kill("worker", 2_005)], true],
    ["a kill of API and worker in the dot window", [kill("both", 2_005)], true],
    ["a kill of the worker while it settled the result", [kill("worker", 2_500)], true],
    ["a kill of the worker long before", [kill("worker", 500)], false],
    ["a kill of the worker long after", [kill("worker", 9_000)], false],
    ["a kill of the API alone", [kill("api", 2_005)], false],
    ["a database that was down while it settled", [kill("postgres", 1_500, 3_000)], true],
    ["a database that was back long before", [kill("postgres", 100, 900)], false],
  ] as const)("a second copy, with %s", (_, disruptions, ok) => {
    const sink = [...copy(1, 2_000), closed(1, 2_600), ...copy(2, 30_000), closed(2, 40_000)];
    const verdict = judge({ client: asked, sink, disruptions: [...disruptions] });
    expect(verdict.ok).toBe(ok);
    expect(verdict.explainedDuplicates).toBe(ok ? 1 : 0);
  });

  test("a kill of the worker does not explain a copy whose connection stayed open", () => {
    const sink = [...copy(1, 2_000), closed(1, 20_000), ...copy(2, 30_000)];
    expect(judge({ client: asked, sink, disruptions: [kill("worker", 2_005)] }).ok).toBe(false);
  });

  test("a third copy needs a second explanation", () => {
    const sink = [
      ...copy(1, 2_000),
      closed(1, 2_006),
      ...copy(2, 30_000),
      closed(2, 40_000),
      ...copy(3, 60_000),
    ];
    expect(judge({ client: asked, sink, disruptions: [kill("worker", 2_005)] })).toMatchObject({
      ok: false,
      explainedDuplicates: 1,
      unexplainedDuplicates: ["p1 a@x.test"],
    });
  });

  test.each([
    ["a payload that changed", copy(1, 2_000, { intact: false }), { damaged: ["p1 a@x.test"] }],
    ["a bare line feed", copy(1, 2_000, { bareLineEnds: 1 }), { damaged: ["p1 a@x.test"] }],
    [
      "a message that was never sent",
      [...copy(1, 2_000), ...copy(1, 2_100, { id: "p9" })],
      { strangers: ["p9 a@x.test"] },
    ],
    [
      "a retry with other bytes",
      [...copy(1, 2_000), ...copy(1, 2_100, { digest: "other" })],
      { differing: ["p1"] },
    ],
  ])("detects %s", (_, sink, faults) => {
    expect(judge({ client: asked, sink, disruptions: [] })).toMatchObject({ ok: false, ...faults });
  });

  test("a refused email that arrives is unexpected", () => {
    const client: ClientRecord[] = [asked[0]!, { kind: "refused", id: "p1", at: 1_010, status: 422 }];
    expect(judge({ client, sink: copy(1, 2_000), disruptions: [] }).strangers).toEqual(["p1 a@x.test"]);
  });

  test("an email with a 503 response may arrive, because its commit may have succeeded after the connection broke (F7)", () => {
    const client: ClientRecord[] = [asked[0]!, { kind: "refused", id: "p1", at: 1_010, status: 503 }];
    expect(judge({ client, sink: copy(1, 2_000), disruptions: [] }).ok).toBe(true);
    expect(judge({ client, sink: [], disruptions: [] }).ok).toBe(true);
  });
});
