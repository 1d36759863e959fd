import { expect, test } from "vitest";
import { EMPTY_DRAFT } from "./draft.ts";
import { discardDraft, keepDraft, latestDraftId, loadDraft, setBeingSent } from "./kept-draft.ts";

function memory(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  } as Storage;
}

const draft = {
  ...EMPTY_DRAFT,
  to: "ada@example.com",
  tags: [{ name: "kind", value: "welcome" }],
  schedule: { kind: "words" as const, time: "", words: "tomorrow" },
};
const at = (accountId: string, id = "d1") => ({ accountId, id });
const kept = { draft, idempotencyKey: "k1", files: ["a.pdf"] };

test("a draft is restored with its idempotency key, and only for its account", () => {
  const storage = memory();
  keepDraft(storage, at("account-1"), kept);
  expect(loadDraft(storage, at("account-1"))).toEqual(kept);
  expect(loadDraft(storage, at("account-2"))).toBeNull();
  discardDraft(storage, at("account-1"));
  expect(loadDraft(storage, at("account-1"))).toBeNull();
});

test("drafts of several emails are kept, and the one edited last is the latest", () => {
  const storage = memory();
  for (const id of ["d1", "d2", "d1"]) keepDraft(storage, at("a", id), { ...kept, idempotencyKey: id });
  expect(loadDraft(storage, at("a", "d2"))?.idempotencyKey).toBe("d2");
  expect(latestDraftId(storage, "a")).toBe("d1");
  expect(latestDraftId(storage, "b")).toBeUndefined();
  discardDraft(storage, at("a", "d1"));
  expect(latestDraftId(storage, "a")).toBe("d2");
});

test("a draft that is being sent is not offered as unsent", () => {
  const storage = memory();
  keepDraft(storage, at("a", "d3"), kept);
  setBeingSent(at("a", "d3"), true);
  expect(latestDraftId(storage, "a")).toBeUndefined();
  setBeingSent(at("a", "d3"), false);
  expect(latestDraftId(storage, "a")).toBe("d3");
});

test("the oldest of many drafts is deleted", () => {
  const storage = memory();
  for (let n = 1; n <= 21; n += 1) keepDraft(storage, at("a", `d${n}`), kept);
  expect(loadDraft(storage, at("a", "d1"))).toBeNull();
  expect(loadDraft(storage, at("a", "d2"))).toEqual(kept);
});

test("an empty form is not stored, and deletes the stored draft", () => {
  const storage = memory();
  keepDraft(storage, at("a"), kept);
  keepDraft(storage, at("a"), { draft: EMPTY_DRAFT, idempotencyKey: "k1", files: [] });
  expect(loadDraft(storage, at("a"))).toBeNull();
});

test.each([
  ["no JSON", "{"],
  ["null", "null"],
  ["another shape", '{"draft":7}'],
  ["no key", JSON.stringify({ ...kept, idempotencyKey: 1 })],
])("%s is not a draft", (_, text) => {
  const storage = memory();
  storage.setItem("draft:a:d1", text);
  expect(loadDraft(storage, at("a"))).toBeNull();
});

test("fields of the wrong type are left empty, and blocked storage causes no error", () => {
  const storage = memory();
  const odd = {
    draft: { to: 7, html: "<p>", tags: [{ name: 1 }, { name: "a", value: "b" }], schedule: { kind: "x" } },
    idempotencyKey: "k",
  };
  storage.setItem("draft:a:d1", JSON.stringify(odd));
  expect(loadDraft(storage, at("a"))).toEqual({
    draft: { ...EMPTY_DRAFT, html: "<p>", tags: [{ name: "a", value: "b" }] },
    idempotencyKey: "k",
    files: [],
  });
  const forbidden = new Proxy({} as Storage, {
    get: () => () => {
      throw new Error("forbidden");
    },
  });
  keepDraft(forbidden, at("a"), kept);
  expect(loadDraft(forbidden, at("a"))).toBeNull();
});
