import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { packageManifest } from "../../scripts/release/manifests.mjs";

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), "utf8");

test("the documentation, the packages and the launcher ask for the same Node", async () => {
  const least = /LEAST_NODE = (\d+)/.exec(await read("scripts/setup/set-up.mjs"))?.[1];
  expect(least).toBeDefined();
  const engines = { node: `>=${least}` };
  const locked = JSON.parse(await read("package-lock.json")).packages[""];
  expect([JSON.parse(await read("package.json")), locked, packageManifest()]).toMatchObject(
    Array(3).fill({ engines }),
  );
  for (const page of ["README.md", "CONTRIBUTING.md", "docs/guides/quickstart.md", "docs/guides/install.md"])
    expect(await read(page), page).toContain(`Node ${least} or newer`);
});
