import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { errorsInLockfile, installedPackages } from "./check-lockfile.mjs";
import { nodePackages } from "./setup/node-packages.mjs";

const read = async (name: string) =>
  JSON.parse(await readFile(new URL(`../${name}`, import.meta.url), "utf8"));
const { packages } = await read("package-lock.json");
const { allowScripts, optionalDependencies } = await read("package.json");

test("every package of the lockfile has a checksum, and only allowed install scripts run (M1)", () => {
  expect(errorsInLockfile(packages, allowScripts)).toEqual([]);
});

test("every installed package is in the lockfile (M2)", () => {
  const installed = installedPackages();
  expect(installed.length).toBeGreaterThan(400);
  expect(installed.filter((path: string) => !packages[path])).toEqual([]);
});

test("the pinned Node has one version on all platforms and no install script (M6)", () => {
  const versions = Object.values<string>(nodePackages).map((name) => {
    const { version, integrity, hasInstallScript } = packages[`node_modules/${name}`];
    expect([name, integrity, hasInstallScript]).toEqual([name, expect.stringMatching(/^sha512-/), undefined]);
    expect(optionalDependencies[name]).toBe(version);
    return version;
  });
  expect(new Set(versions).size).toBe(1);
  expect(packages["node_modules/node"]).toBeUndefined();
});

const sound = { version: "1.0.0", integrity: "sha512-x" };
test.each([
  ["a package without a checksum", { "node_modules/a": { version: "1.0.0" } }, /a has no integrity/],
  ["a registry", { "node_modules/a": { ...sound, resolved: "https://registry.example/a.tgz" } }, /registry/],
  ["a new install script", { "node_modules/a": { ...sound, hasInstallScript: true } }, /install script/],
  [
    "a missing package of another platform",
    { "node_modules/a": { ...sound, optionalDependencies: { "a-darwin": "1.0.0" } } },
    /a-darwin@1\.0\.0, needed by node_modules\/a, is missing/,
  ],
])("%s is a problem of the lockfile", (_, entries, problem) => {
  expect(errorsInLockfile(entries, {})).toEqual([expect.stringMatching(problem)]);
});

test("workspace packages and bundled packages need no checksum of their own", () => {
  const entries = {
    "": { version: "1.0.0" },
    "packages/client": { version: "1.0.0" },
    "node_modules/client": { resolved: "packages/client", link: true },
    "node_modules/a": { ...sound, optionalDependencies: { b: "1.0.0" } },
    "node_modules/a/node_modules/b": { version: "1.0.0", inBundle: true },
  };
  expect(errorsInLockfile(entries, {})).toEqual([]);
});
