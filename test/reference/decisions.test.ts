import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const folder = new URL("../../docs/decisions/", import.meta.url);

test("each decision has a status with a date, and is in the list", async () => {
  const list = await readFile(new URL("README.md", folder), "utf8");
  const files = (await readdir(folder)).filter((name) => name !== "README.md");
  const incomplete: string[] = [];
  for (const name of files) {
    const [title, , status] = (await readFile(new URL(name, folder), "utf8")).split("\n");
    const number = Number(name.slice(0, 4));
    if (!title?.startsWith(`# ${number}. `)) incomplete.push(`${name}: the title is not "# ${number}. …"`);
    if (
      !/^Status: (accepted|superseded by .+), \d{4}-\d\d-\d\d(; amended \d{4}-\d\d-\d\d)?\.$/.test(
        status ?? "",
      )
    )
      incomplete.push(`${name}: no status`);
    if (!list.includes(`](${name})`)) incomplete.push(`${name}: not in README.md`);
  }
  expect(incomplete).toEqual([]);
});
