import { expect, test } from "vitest";
import { judgeRequests, type LedgerRequest } from "./judge-requests.ts";

const events = [
  { id: "1", emailId: "a", at: 0 },
  { id: "2", emailId: "a", at: 0 },
];
const request = (id: string, at: number, more: Partial<LedgerRequest> = {}): LedgerRequest => ({
  webhook: "/",
  id,
  body: id,
  sender: 1,
  at,
  answeredAt: at + 1,
  status: 200,
  ...more,
});
const none = { lost: [], foreign: [], unstable: [], outOfOrder: [], blocking: [], unexplained: [] };
const judge = (requests: LedgerRequest[], recorded: [string, number][] = []) =>
  judgeRequests({ ordering: "strict", events, requests, recordedAt: new Map(recorded) });
const judgeDefault = (requests: LedgerRequest[]) =>
  judgeRequests({ ordering: "subject", events, requests, recordedAt: new Map() });
const failed = (id: string, at: number) => request(id, at, { status: 500 });

test("events that come once and in order are correct, as are copies of another process and retries", () => {
  expect(judge([request("1", 1), request("2", 3)])).toEqual(none);
  expect(judge([request("1", 1), request("1", 3, { sender: 2 }), request("2", 5, { sender: 2 })])).toEqual(
    none,
  );
  expect(judge([request("1", 1, { status: 500 }), request("1", 3), request("2", 5)])).toEqual(none);
});

test("a missing event, and one whose response was never sent, is lost", () => {
  expect(judge([request("1", 1)]).lost).toEqual(["2"]);
  expect(judge([request("1", 1), request("2", 3, { answeredAt: null })]).lost).toEqual(["2"]);
  expect(judge([request("1", 1), request("2", 3, { status: 500 })]).lost).toEqual(["2"]);
});

test("an event before the earlier one of its email was accepted is out of order", () => {
  expect(judge([request("2", 1), request("1", 3)]).outOfOrder).toEqual(["2"]);
  expect(judge([request("1", 1, { status: 500 }), request("2", 3), request("1", 5)]).outOfOrder).toEqual([
    "2",
  ]);
});

test("a copy of the same process, or of one that knew of the success, is unexplained", () => {
  expect(judge([request("1", 1), request("1", 3), request("2", 5)]).unexplained).toEqual(["1"]);
  const copies = [request("1", 1), request("2", 3), request("2", 5, { sender: 2 })];
  expect(judge(copies, [["2", 1]]).unexplained).toEqual(["2"]);
});

test("an unknown id, and copies that differ, are found", () => {
  const requests = [
    request("1", 1),
    request("2", 3),
    request("3", 5),
    request("2", 7, { sender: 2, body: "x" }),
  ];
  expect(judge(requests)).toMatchObject({ foreign: ["3"], unstable: ["2"] });
});

test("with the default order, an event may come a minute after the last failure of an earlier one, and not before", () => {
  expect(judgeDefault([failed("1", 1), request("2", 60_002), request("1", 80_000)])).toEqual(none);
  const early = [failed("1", 1), failed("1", 5_000), request("2", 60_002), request("1", 70_000)];
  expect(judgeDefault(early).outOfOrder).toEqual(["2"]);
  expect(judgeDefault([request("2", 60_002), request("1", 70_000)]).outOfOrder).toEqual(["2"]);
  expect(judge([failed("1", 1), request("2", 60_002), request("1", 80_000)]).outOfOrder).toEqual(["2"]);
});

test("with the default order, an event that fails and keeps later ones back for much longer than a minute is found", () => {
  expect(judgeDefault([failed("1", 1), request("1", 90_000), request("2", 90_010)]).blocking).toEqual(["1"]);
  expect(judgeDefault([failed("1", 1), request("1", 70_000), request("2", 90_010)]).blocking).toEqual([]);
  expect(judge([failed("1", 1), request("1", 90_000), request("2", 90_010)]).blocking).toEqual([]);
});
