import { expect, test } from "vitest";
import { judgeRequests, type LedgerRequest } from "./judge-requests.ts";

const events = [
  { id: "1", emailId: "a" },
  { id: "2", emailId: "a" },
];
const request = (id: string, at: number, more: Partial<LedgerRequest> = {}): LedgerRequest => ({
  id,
  body: id,
  sender: 1,
  at,
  answeredAt: at + 1,
  status: 200,
  ...more,
});
const none = { lost: [], foreign: [], unstable: [], outOfOrder: [], unexplained: [] };
const judge = (requests: LedgerRequest[], recorded: [string, number][] = []) =>
  judgeRequests({ events, requests, recordedAt: new Map(recorded) });

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
