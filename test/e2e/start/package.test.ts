import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { copyFiles } from "../../../scripts/release/copy-files.mjs";
import { packageManifest } from "../../../scripts/release/manifests.mjs";
import { sendThrough } from "../../../scripts/release/send-through.mjs";

const packages = fileURLToPath(new URL("../../../node_modules", import.meta.url));

test("the files of the npm package start below node_modules and send an email, without sources", async () => {
  const directory = await mkdtemp(join(tmpdir(), "posthouse-package-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const installed = join(directory, "node_modules/posthouse");
  await mkdir(installed, { recursive: true });
  await copyFiles(installed);
  await writeFile(join(installed, "package.json"), JSON.stringify(packageManifest()));
  await symlink(packages, join(installed, "node_modules"));
  await sendThrough([join(installed, "bin/posthouse.mjs")], { cwd: directory });
});

test("the npm package depends on no build tools", () => {
  const { dependencies, bin } = packageManifest();
  expect(bin).toEqual({ posthouse: "bin/posthouse.mjs" });
  for (const tool of ["vite", "tailwindcss", "react", "typescript", "vitest"])
    expect(dependencies).not.toHaveProperty(tool);
});
