import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { metrics } from "../features/metrics/index.ts";
import { logEvents } from "./features.ts";

const source = fileURLToPath(new URL("../", import.meta.url));

/** All code except the tables and tests. A name that is missing in a table is a type error, so this test only finds unused names. */
const code = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !/\.(test|fixture)\.ts$/.test(path))
  .filter((path) => !/(log-events|metrics\/definitions)\.ts$/.test(path))
  .map((path) => readFileSync(source + path, "utf8"))
  .join("\n");

/** Also finds composed names: `${server}.no_port`, `domain.${change}`. */
function isUnused(name: string): boolean {
  const [group, rest] = name.split(".");
  return ![name, `}.${rest}`, `${group}.\${`].some((text) => code.includes(text));
}

test("every log event of the table is logged somewhere", () => {
  expect(Object.keys(logEvents).filter(isUnused)).toEqual([]);
});

test("every metric of the table is counted somewhere", () => {
  expect(Object.keys(metrics).filter(isUnused)).toEqual([]);
});
