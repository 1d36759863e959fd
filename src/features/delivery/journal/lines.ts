import { crc32 } from "node:zlib";
import type { RecipientState } from "../../recipients/index.ts";
import type { AttemptResult } from "../outcome.ts";
import type { Hop } from "../route/hop.ts";
import type { Entry } from "./entry.ts";

/**
 * A journal consists of lines, one for each write: a checksum and a JSON array of notes. The checksum reveals a line that was not written
 * completely. Each attempt has a number in its journal, and its last note counts.
 *
 *   ["journal", 4, boot id of the machine]                                     the first note
 *   ["claimed", number, account, email, position, lease, state, due time, time]
 *                                   the state and the due time are those before the claim, and the last time is that of the claim
 *   ["waits", number]                                                          it waits for a slot or a server
 *   ["begins", number]                                                         the worker works on it again
 *   ["ended", number, { route, rule }]                                         the final dot is about to be sent
 *   ["answered", number, result]                                               the server replied
 */
export type Note =
  | readonly ["journal", number, string | null]
  | readonly [
      "claimed",
      number,
      string,
      string,
      number,
      number,
      RecipientState,
      (number | null)?,
      (string | null)?,
    ]
  | readonly ["waits", number]
  | readonly ["begins", number]
  | readonly ["ended", number, Hop["taken"]]
  | readonly ["answered", number, AttemptResult];

/** The version of the format. It is raised with each change that another version of the program would misread. */
const VERSION = 4;
/** Version 3 had no due time. The first files of version 4 have no time of the claim. */
const READABLE_VERSIONS: unknown[] = [3, VERSION];

export function headNote(bootId: string | null): Note {
  return ["journal", VERSION, bootId];
}

/** All notes that describe an entry. */
export function notesOf(number: number, entry: Entry): Note[] {
  const { accountId, emailId, position, lease } = entry.claim;
  const claimed = [
    "claimed",
    number,
    accountId,
    emailId,
    position,
    lease,
    entry.previousState,
    entry.dueAt,
    entry.takenAt,
  ] as const;
  if (entry.stage === "claimed") return [claimed];
  if (entry.stage === "waiting") return [claimed, ["waits", number]];
  if (entry.stage === "ended") return [claimed, ["ended", number, entry.taken]];
  return [claimed, answeredNote(number, entry.result)];
}

/** Without the transcript, which is many times as long as the rest, and without durations, which only explain a slow attempt. */
export function answeredNote(
  number: number,
  { transcript: _, durations: __, ...result }: AttemptResult,
): Note {
  return ["answered", number, result];
}

export function lineOf(notes: Note[]): string {
  const text = JSON.stringify(notes);
  return `${checksum(text)} ${text}\n`;
}

/**
 * The entries of a journal whose writer has ended. `isWhole`: no line is missing, so an attempt without a note of its final dot was not
 * sent. After a restart of the machine that is unknown, because the last lines may not have reached the disk. `isForeign`: another
 * version of the program wrote it, and it is not read.
 */
export function readJournal(
  text: string,
  bootId: string | null,
): { isWhole: boolean; isForeign: boolean; entries: Entry[] } {
  const texts = text.split("\n");
  // Empty, or a line that was being written when the writer ended.
  texts.pop();
  const lines = texts.map(readLine);
  const first = lines[0];
  const head = first?.[0];
  const isOurs = head?.[0] === "journal" && READABLE_VERSIONS.includes(head[1]);
  // A journal with a damaged head is not foreign.
  if (first && !isOurs) return { isWhole: false, isForeign: true, entries: [] };
  const isWhole = bootId !== null && isOurs && head[2] === bootId && !lines.includes(null);
  const entries = new Map<number, Entry>();
  for (const line of lines) for (const note of line ?? []) readInto(entries, note);
  return { isWhole, isForeign: false, entries: [...entries.values()] };
}

function readInto(entries: Map<number, Entry>, note: Note): void {
  if (note[0] === "journal") return;
  if (note[0] === "claimed") {
    const [stage, number, accountId, emailId, position, lease, previousState, dueAt = null, takenAt = null] =
      note;
    const claim = { accountId, emailId, position, lease };
    entries.set(number, { claim, previousState, dueAt, takenAt, stage });
    return;
  }
  const entry = entries.get(note[1]);
  if (!entry) return;
  const { claim, previousState, dueAt, takenAt } = entry;
  const attempt = { claim, previousState, dueAt, takenAt };
  if (note[0] === "waits") entries.set(note[1], { ...attempt, stage: "waiting" });
  else if (note[0] === "begins") entries.set(note[1], { ...attempt, stage: "claimed" });
  else if (note[0] === "ended") entries.set(note[1], { ...attempt, stage: "ended", taken: note[2] });
  else entries.set(note[1], { ...attempt, stage: "answered", result: note[2] });
}

function readLine(text: string): Note[] | null {
  const json = text.slice(9);
  return text.slice(0, 8) === checksum(json) ? (JSON.parse(json) as Note[]) : null;
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}
