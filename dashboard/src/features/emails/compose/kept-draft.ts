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

/** `id`: in the address of the page, so that the drafts of several emails do not overwrite each other. */
export type DraftPlace = { accountId: string; id: string };

/** The oldest of more drafts is deleted. A tab's storage has 5 MB. */
const MAX_DRAFTS = 20;

/** Drafts whose request is in flight. A reload forgets them: then only the idempotency key knows whether the email was accepted. */
const beingSent = new Set<string>();

export function setBeingSent({ id }: DraftPlace, isUnderWay: boolean): void {
  if (isUnderWay) beingSent.add(id);
  else beingSent.delete(id);
}

export function isBeingSent(id: string): boolean {
  return beingSent.has(id);
}

/** Keeps the draft in this tab until it is sent or discarded. */
export function keepDraft(storage: Storage, place: DraftPlace, kept: KeptDraft): void {
  if (isEmptyDraft(kept.draft) && kept.files.length === 0) {
    discardDraft(storage, place);
    return;
  }
  const { accountId, id } = place;
  try {
    const ids = idsOf(storage, accountId);
    storage.setItem(keyOf(place), JSON.stringify(kept));
    if (ids.at(-1) === id) return;
    const all = [...ids.filter((other) => other !== id), id];
    setIds(storage, accountId, all.slice(-MAX_DRAFTS));
    for (const oldest of all.slice(0, -MAX_DRAFTS)) storage.removeItem(keyOf({ accountId, id: oldest }));
  } catch {
    // Storage can be full or blocked; the draft then lasts until the page closes.
  }
}

export function discardDraft(storage: Storage, place: DraftPlace): void {
  const { accountId, id } = place;
  try {
    storage.removeItem(keyOf(place));
    setIds(
      storage,
      accountId,
      idsOf(storage, accountId).filter((other) => other !== id),
    );
  } catch {
    // See above.
  }
}

/** Returns null if there is no draft that this version can read. */
export function loadDraft(storage: Storage, place: DraftPlace): KeptDraft | null {
  try {
    return readKept(JSON.parse(storage.getItem(keyOf(place)) ?? "null"));
  } catch {
    return null;
  }
}

/** The id of the draft that was edited last and is not being sent. */
export function latestDraftId(storage: Storage, accountId: string): string | undefined {
  return idsOf(storage, accountId).findLast(
    (id) => !beingSent.has(id) && loadDraft(storage, { accountId, id }),
  );
}

/** From the oldest change to the newest. */
function idsOf(storage: Storage, accountId: string): string[] {
  try {
    const ids: unknown = JSON.parse(storage.getItem(`drafts:${accountId}`) ?? "[]");
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

function setIds(storage: Storage, accountId: string, ids: string[]): void {
  storage.setItem(`drafts:${accountId}`, JSON.stringify(ids));
}

function keyOf({ accountId, id }: DraftPlace): string {
  return `draft:${accountId}:${id}`;
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
