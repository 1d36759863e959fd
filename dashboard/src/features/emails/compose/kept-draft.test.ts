import { expect, test } from "vitest";
import { EMPTY_DRAFT } from "./draft.ts";
import { discardDraft, keepDraft, loadDraft } from "./kept-draft.ts";

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
const kept = { draft, idempotencyKey: "k1", files: ["a.pdf"] };

test("a draft is restored with its idempotency key, and only for its account", () => {
  const storage = memory();
  keepDraft(storage, "account-1", kept);
  expect(loadDraft(storage, "account-1")).toEqual(kept);
  expect(loadDraft(storage, "account-2")).toBeNull();
  discardDraft(storage, "account-1");
  expect(loadDraft(storage, "account-1")).toBeNull();
});

test("an empty form is not stored, and deletes the stored draft", () => {
  const storage = memory();
  keepDraft(storage, "a", kept);
  keepDraft(storage, "a", { draft: EMPTY_DRAFT, idempotencyKey: "k1", files: [] });
  expect(loadDraft(storage, "a")).toBeNull();
});

test.each([
  ["no JSON", "{"],
  ["null", "null"],
  ["another shape", '{"draft":7}'],
  ["no key", JSON.stringify({ ...kept, idempotencyKey: 1 })],
])("%s is not a draft", (_, text) => {
  const storage = memory();
  storage.setItem("draft:a", text);
  expect(loadDraft(storage, "a")).toBeNull();
});

test("fields of the wrong type are left empty, and blocked storage causes no error", () => {
  const storage = memory();
  const odd = {
    draft: { to: 7, html: "<p>", tags: [{ name: 1 }, { name: "a", value: "b" }], schedule: { kind: "x" } },
    idempotencyKey: "k",
  };
  storage.setItem("draft:a", JSON.stringify(odd));
  expect(loadDraft(storage, "a")).toEqual({
    draft: { ...EMPTY_DRAFT, html: "<p>", tags: [{ name: "a", value: "b" }] },
    idempotencyKey: "k",
    files: [],
  });
  const forbidden = new Proxy({} as Storage, {
    get: () => () => {
      throw new Error("forbidden");
    },
  });
  keepDraft(forbidden, "a", kept);
  expect(loadDraft(forbidden, "a")).toBeNull();
});
