import type { Pair } from "../../../ui/pairs-field.tsx";
import { type Draft, EMPTY_DRAFT, isEmptyDraft, PAIR_FIELDS, SCHEDULE_KINDS, TEXT_FIELDS } from "./draft.ts";

export type KeptDraft = {
  draft: Draft;
  /** One per form, not per attempt: sending again after a reload sends the same email. */
  idempotencyKey: string;
  /** Names of attachments; the files cannot be stored. */
  files: string[];
};

type Storage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem">;

/** Keeps the draft in this tab until it is sent or discarded, for each account separately. */
export function keepDraft(storage: Storage, accountId: string, kept: KeptDraft): void {
  if (isEmptyDraft(kept.draft) && kept.files.length === 0) {
    discardDraft(storage, accountId);
    return;
  }
  try {
    storage.setItem(keyOf(accountId), JSON.stringify(kept));
  } catch {
    // Storage can be full or blocked; the draft then lasts until the page closes.
  }
}

export function discardDraft(storage: Storage, accountId: string): void {
  try {
    storage.removeItem(keyOf(accountId));
  } catch {
    // See above.
  }
}

/** Returns null if there is no draft that this version can read. */
export function loadDraft(storage: Storage, accountId: string): KeptDraft | null {
  try {
    return readKept(JSON.parse(storage.getItem(keyOf(accountId)) ?? "null"));
  } catch {
    return null;
  }
}

function keyOf(accountId: string): string {
  return `draft:${accountId}`;
}

function readKept(value: unknown): KeptDraft | null {
  if (!isRecord(value) || !isRecord(value.draft)) return null;
  const { draft, idempotencyKey, files } = value;
  if (typeof idempotencyKey !== "string" || idempotencyKey === "") return null;
  const read: Draft = { ...EMPTY_DRAFT };
  for (const field of TEXT_FIELDS) read[field] = textOr(draft[field], "");
  for (const field of PAIR_FIELDS)
    read[field] = Array.isArray(draft[field]) ? draft[field].filter(isPair) : [];
  const schedule = isRecord(draft.schedule) ? draft.schedule : {};
  read.schedule = {
    kind: SCHEDULE_KINDS.find((kind) => kind === schedule.kind) ?? "now",
    time: textOr(schedule.time, ""),
    words: textOr(schedule.words, ""),
  };
  const names = Array.isArray(files) ? files.filter((name) => typeof name === "string") : [];
  return { draft: read, idempotencyKey, files: names };
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}

function isPair(value: unknown): value is Pair {
  return isRecord(value) && typeof value.name === "string" && typeof value.value === "string";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
