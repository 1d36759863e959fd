import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { missingEntries } from "./complete-lockfile.mjs";

test("the lockfile names the binaries of every platform, else npm ci refuses it", async () => {
  const text = await readFile(new URL("../package-lock.json", import.meta.url), "utf8");
  expect(missingEntries(JSON.parse(text).packages)).toEqual({});
});

test("what is missing is added by name, version and platform", () => {
  const packages = {
    "": {},
    "node_modules/tool": {
      dev: true,
      optionalDependencies: { "@tool/linux-x64": "1.0.0", "@tool/linux-arm-musleabihf": "1.0.0" },
    },
    "node_modules/@tool/linux-x64": { version: "1.0.0" },
  };
  expect(missingEntries(packages)).toEqual({
    "node_modules/@tool/linux-arm-musleabihf": {
      version: "1.0.0",
      cpu: ["arm"],
      os: ["linux"],
      libc: ["musl"],
      dev: true,
      optional: true,
    },
  });
});
