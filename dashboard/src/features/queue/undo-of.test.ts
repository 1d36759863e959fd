import { expect, test } from "vitest";
import { type Acting, undoOf } from "./queue.ts";

const held: Acting = { view: "own", scope: { domain: "one.example" }, action: "hold", reason: "looks wrong" };
const undo = (replaced: Parameters<typeof undoOf>[1]["replaced"]) => undoOf(held, { changed: 1, replaced });

test("the undo of a hold resumes mail that was not paused before", () => {
  expect(undo(null)).toEqual({ view: "own", scope: held.scope, action: "resume", isUndo: true });
});

test("the undo of a hold keeps mail paused that was paused before", () => {
  expect(undo({ kind: "pause", reason: "maintenance", seconds: 600 })).toEqual({
    view: "own",
    scope: held.scope,
    action: "pause",
    reason: "maintenance",
    seconds: 600,
    isUndo: true,
  });
  expect(undo({ kind: "hold", reason: "earlier", seconds: null })).toMatchObject({
    action: "hold",
    reason: "earlier",
  });
});
