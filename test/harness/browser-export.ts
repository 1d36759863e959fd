import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";

/** Presses Export. Returns the name of the file, and its lines without the first one, which names the columns. */
export async function exportList(page: Page): Promise<{ file: string; rows: string[] }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
  return { file: download.suggestedFilename(), rows: lines.slice(1) };
}
