import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { copyPackages } from "./copy-packages.mjs";

test("only files that run are copied, and no package warns about the Node that installs it", () => {
  const directory = mkdtempSync(join(tmpdir(), "posthouse-copy-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const files = {
    "package.json": '{"name":"a","engines":{"node":">=22"},"main":"index.js"}',
    "index.js": "",
    "index.js.map": "",
    "types.d.ts": "",
    "src/index.ts": "",
    "test/index.js": "",
    "docs/guide.md": "",
    "dist/doc/anchors.js": "",
    LICENSE: "MIT",
    "node_modules/b/package.json": "{}",
  };
  for (const [name, text] of Object.entries(files)) {
    const file = join(directory, "from/node_modules/a", name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const packages = { "": {}, "node_modules/a": {} };
  copyPackages(join(directory, "to"), { packages, from: join(directory, "from") });
  const copied = join(directory, "to/node_modules/a");
  expect(Object.keys(files).filter((name) => existsSync(join(copied, name)))).toEqual([
    "package.json",
    "index.js",
    "dist/doc/anchors.js",
    "LICENSE",
  ]);
  expect(JSON.parse(readFileSync(join(copied, "package.json"), "utf8"))).toEqual({
    name: "a",
    main: "index.js",
  });
});
