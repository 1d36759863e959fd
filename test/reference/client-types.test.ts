import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { clientTypesPath, renderClientTypes } from "./client-types.ts";

test("the client's types are current (npm run generate)", async () => {
  expect(await readFile(clientTypesPath, "utf8")).toBe(await renderClientTypes());
});
