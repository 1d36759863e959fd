import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { renderApiTypes } from "./api-types.ts";

test.each(["client", "dashboard"] as const)(
  "the API types of the %s are current (npm run generate)",
  async (reader) => {
    const { [reader]: file } = await renderApiTypes();
    expect(await readFile(file.path, "utf8")).toBe(file.content);
  },
);
