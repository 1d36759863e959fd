import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { createTestDatabase } from "../harness/database.ts";
import { referencePages } from "./reference-pages.ts";
import { generateTableTypes } from "./table-types.ts";

describe("generated files are current (npm run generate)", () => {
  test.each(referencePages())("$path", async ({ path, content }) => {
    expect(await readFile(new URL(`../../${path}`, import.meta.url), "utf8")).toBe(content);
  });

  test("table types", async () => {
    const { connectionString, drop } = await createTestDatabase();
    await generateTableTypes(connectionString, { verify: true });
    await drop();
  });
});
