import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
/** Pages that describe the current code; decisions and the changelog describe the past. */
const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/architecture.md", "docs/operating.md"];
/** A path in code style below one of our folders, without placeholders. Paths below `src` may leave it out. */
const named = /`((?:src|test|bench|scripts|dashboard|packages|docs|features|platform|mail)\/[\w./-]+)`/g;

test.each(pages)("every path that %s names exists", async (page) => {
  const text = await readFile(new URL(page, root), "utf8");
  const paths = [...text.matchAll(named)].map(([, path = ""]) => path);
  expect(
    paths.filter((path) => ![path, `src/${path}`].some((one) => existsSync(new URL(one, root)))),
  ).toEqual([]);
});
