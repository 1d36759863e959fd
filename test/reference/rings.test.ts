import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { features } from "../../.dependency-cruiser.js";

test("the import rules know every feature", async () => {
  const entries = await readdir(new URL("../../src/features/", import.meta.url), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(features.toSorted()).toEqual(folders.toSorted());
});
