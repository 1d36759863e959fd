import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { BY_SYSTEM } from "./queries.ts";

const features = fileURLToPath(new URL("../", import.meta.url));
const files = readdirSync(features, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.ts$/.test(path) && !/\.(test|fixture)\.ts$/.test(path))
  .map((path) => readFileSync(join(features, path), "utf8"));

/** Only the action distinguishes the program from the operator. */
test("exactly the actions of the program itself are shown as the system's", () => {
  const events = files.flatMap((code) => code.match(/insertAuditEvent\([^;]*\);/g) ?? []);
  const actions = (isSystem: boolean) =>
    events
      .filter((event) => /\bSYSTEM\b/.test(event) === isSystem)
      .map((event) => /action: "([\w.]+)"/.exec(event)?.[1]);
  const uses = files.flatMap((code) => code.match(/\bby: SYSTEM\b/g) ?? []);
  expect(actions(true)).toHaveLength(uses.length);
  expect(new Set(actions(true))).toEqual(new Set(BY_SYSTEM));
  expect(actions(false).filter((action) => BY_SYSTEM.includes(action ?? ""))).toEqual([]);
});
