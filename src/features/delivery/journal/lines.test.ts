import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import type { Entry } from "./entry.ts";
import { answeredNote, headNote, lineOf, notesOf, readJournal } from "./lines.ts";

const claim = { accountId: "account", emailId: "email", position: 0, lease: 1 };
const other = { ...claim, position: 1 };
const claimed: Entry = {
  claim,
  previousState: "deferred",
  dueAt: 1.5,
  takenAt: "2026-11-29 12:00:00.000001+00",
  stage: "claimed",
};
const waiting: Entry = {
  claim,
  previousState: "deferred",
  dueAt: 1.5,
  takenAt: "2026-11-29 12:00:00.000001+00",
  stage: "waiting",
};
const ended: Entry = {
  claim,
  previousState: "deferred",
  dueAt: 1.5,
  takenAt: "2026-11-29 12:00:00.000001+00",
  stage: "ended",
  taken: { route: "relay", rule: "r" },
};
const answered: Entry = {
  claim,
  previousState: "deferred",
  dueAt: 1.5,
  takenAt: "2026-11-29 12:00:00.000001+00",
  stage: "answered",
  result: { kind: "delivered", reason: "", line: "250 so ⚡\r\n" },
};
const head = lineOf([headNote("this boot")]);
const endedLine = lineOf([["ended", 1, { route: "relay", rule: "r" }]]);
const answeredLine = lineOf([answeredNote(1, answered.result)]);
const stagesOf = (text: string) => readJournal(text, "this boot").entries.map(({ stage }) => stage);
const isWhole = (text: string, bootId: string | null = "this boot") => readJournal(text, bootId).isWhole;

test("the last note of an attempt counts, and attempts are independent", () => {
  const both = lineOf([...notesOf(1, claimed), ...notesOf(2, { ...claimed, claim: other })]);
  const read = (text: string) => readJournal(text, "this boot").entries;
  expect(read(head + both + endedLine)).toEqual([ended, { ...claimed, claim: other }]);
  expect(read(head + both + endedLine + answeredLine)).toEqual([answered, { ...claimed, claim: other }]);
  expect(read(head + lineOf(notesOf(1, answered)))).toEqual([answered]);
  expect(read(head + answeredLine)).toEqual([]);
  expect(read(head + lineOf(notesOf(1, waiting)))).toEqual([waiting]);
  expect(read(head + lineOf(notesOf(1, waiting)) + lineOf([["begins", 1]]))).toEqual([claimed]);
  expect(read(head + lineOf(notesOf(1, waiting)) + lineOf([["begins", 1]]) + endedLine)).toEqual([ended]);
});

test("a transcript is not written", () => {
  expect(lineOf([answeredNote(1, { ...answered.result, transcript: "S: 250" })])).toBe(answeredLine);
});

test("an incomplete last line is ignored, wherever it breaks off, and does not affect others (F2)", () => {
  const complete = head + lineOf(notesOf(1, claimed));
  const last = Buffer.from(answeredLine);
  for (let length = 0; length < last.length; length += 1) {
    const text = complete + last.subarray(0, length).toString();
    expect([length, isWhole(text), stagesOf(text)]).toEqual([length, true, ["claimed"]]);
  }
  expect(stagesOf(complete + last)).toEqual(["answered"]);
});

test("after a damaged line in the middle, a missing note proves nothing (F2)", () => {
  const lines = [head, lineOf(notesOf(1, claimed)), endedLine, lineOf(notesOf(2, claimed))];
  for (const [index, line] of lines.entries()) {
    const spoilt = lines.with(index, line.replace(/[a-z](?=")/, "~")).join("");
    expect([index, isWhole(spoilt)]).toEqual([index, false]);
  }
  expect(isWhole(lines.join(""))).toBe(true);
});

test.each([
  ["an older one, with one note in a line", '["journal",1,"this boot"]'],
  ["an older one, with lines as they are now", '[["journal",1,"this boot"]]'],
  ["the one before", '[["journal",2,"this boot"]]'],
  ["a newer one", '[["journal",5,"this boot"]]'],
])("a journal of another version is not read: %s", (_what, json) => {
  const foreign = `${crc32(json).toString(16).padStart(8, "0")} ${json}\n${lineOf(notesOf(1, answered))}`;
  expect(readJournal(foreign, "this boot")).toEqual({ isWhole: false, isForeign: true, entries: [] });
});

test("after a restart of the machine, or without a boot id, the journal may lack its last lines (F2)", () => {
  const text = head + lineOf(notesOf(1, answered));
  const unknownBoot = lineOf([headNote(null)]);
  expect([isWhole(text, "next boot"), isWhole(text, null), isWhole(unknownBoot, null)]).toEqual([
    false,
    false,
    false,
  ]);
  expect(readJournal(text, "next boot").entries).toHaveLength(1);
  expect(isWhole("")).toBe(false);
});
