import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { PLATFORM_LOG_EVENTS } from "../platform/telemetry/index.ts";
import { auditActions, features } from "./features.ts";
import { PROCESS_LOG_EVENTS } from "./log-events.ts";

const source = fileURLToPath(new URL("../", import.meta.url));
const DECLARATIONS = /(log-events|metric-definitions|audit-actions)\.ts$/;

const paths = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((path) =>
  path.endsWith(".ts"),
);

/** All code except declarations and tests. */
const code = paths
  .filter((path) => !/\.(test|fixture)\.ts$/.test(path) && !DECLARATIONS.test(path))
  .map((path) => readFileSync(source + path, "utf8"))
  .join("\n");

const declared: Record<"log event" | "metric" | "audit action", readonly string[]> = {
  "log event": [
    PLATFORM_LOG_EVENTS,
    PROCESS_LOG_EVENTS,
    ...features.map(({ logEvents }) => logEvents ?? {}),
  ].flatMap((events) => Object.keys(events)),
  metric: features.flatMap(({ metrics }) => Object.keys(metrics ?? {})),
  "audit action": auditActions(),
};

/** Also finds composed names: `${server}.port_taken`, `domain.${change}`. */
function isUnused(name: string): boolean {
  const [group, rest] = name.split(".");
  return ![`"${name}"`, `${name}:`, `}.${rest}`, `${group}.\${`].some((text) => code.includes(text));
}

/** Names in the code, also composed ones: `domain.${change}` needs a declared name that begins with `domain.`. */
function usedNames(pattern: RegExp): string[] {
  return [...code.matchAll(pattern)].map(([, name]) => name as string);
}

function isDeclared(used: string, names: readonly string[]): boolean {
  const parts = used.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.]/g, "\\."));
  return names.some((name) => new RegExp(`^${parts.join(".+")}$`).test(name));
}

describe.each(Object.entries(declared))("each %s", (_kind, names) => {
  test("is declared once", () => {
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test("is used", () => {
    expect(names.filter(isUnused)).toEqual([]);
  });
});

test.each([
  ["log event", /\bevent: ["`]([a-z_$][^"`]*\.[^"`]+)["`]/g],
  ["metric", /\b(?:count|observe|add)\(\s*"(posthouse_[a-z_]+)"/g],
  ["audit action", /\baction: ["`]([a-z_$][^"`]*\.[^"`]+)["`]/g],
] as const)("each used %s is declared by a feature in the list", (kind, pattern) => {
  const used = usedNames(pattern);
  expect(used).not.toEqual([]);
  expect(used.filter((name) => !isDeclared(name, declared[kind]))).toEqual([]);
});

test("each file of declarations belongs to a manifest", async () => {
  const names = Object.values(declared).flat();
  for (const path of paths.filter((path) => /^features\//.test(path) && DECLARATIONS.test(path))) {
    const [table] = Object.values(await import(source + path)) as object[];
    const own = Array.isArray(table) ? table : Object.keys(table as object);
    expect(
      own.filter((name) => !names.includes(name)),
      path,
    ).toEqual([]);
    expect(own, path).not.toEqual([]);
  }
});
