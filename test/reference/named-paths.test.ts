import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
/** Decisions and the changelog tell of what was; these tell of what is. */
const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/architecture.md", "docs/operating.md"];
/** In code: a path below one of our folders, with nothing to be filled in. Those of `src` may be named without it. */
const named = /`((?:src|test|bench|scripts|dashboard|packages|docs|features|platform|mail)\/[\w./-]+)`/g;

test.each(pages)("every path that %s names is there", async (page) => {
  const text = await readFile(new URL(page, root), "utf8");
  const paths = [...text.matchAll(named)].map(([, path = ""]) => path);
  expect(
    paths.filter((path) => ![path, `src/${path}`].some((one) => existsSync(new URL(one, root)))),
  ).toEqual([]);
});
