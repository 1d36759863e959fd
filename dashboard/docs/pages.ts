import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { NOT_FOUND, SECTIONS, UNLISTED_FOLDERS } from "./contents.ts";

/** `name` is the path of the file below docs/, without `.md`. */
export type SourcePage = { name: string; markdown: string; title: string; summary: string };

/** Reads all pages: first those of the sidebar in their order, then the others by name. */
export async function readPages(dir: string): Promise<SourcePage[]> {
  const unlisted = await Promise.all(UNLISTED_FOLDERS.map((folder) => namesIn(dir, folder)));
  const names = [...SECTIONS.flatMap(({ pages }) => pages), ...unlisted.flat(), NOT_FOUND];
  return Promise.all(
    names.map(async (name) => {
      const markdown = await readFile(join(dir, `${name}.md`), "utf8");
      return { name, markdown, title: titleOf(name, markdown), summary: summaryOf(markdown) };
    }),
  );
}

/** The path of a page on the server. */
export function urlOf(name: string): string {
  return name === "index" ? "/docs/" : `/docs/${name.replace(/\/index$/, "")}`;
}

async function namesIn(dir: string, folder: string): Promise<string[]> {
  const files = await readdir(join(dir, folder));
  return files
    .filter((file) => file.endsWith(".md"))
    .sort()
    .map((file) => `${folder}/${file.slice(0, -".md".length)}`);
}

function titleOf(name: string, markdown: string): string {
  const title = /^# (.+)$/m.exec(markdown)?.[1];
  if (!title) throw new Error(`docs/${name}.md has no title: begin it with "# "`);
  return title;
}

/** The first paragraph, as plain text. */
function summaryOf(markdown: string): string {
  const paragraphs = markdown.split(/\n{2,}/).map((paragraph) => paragraph.trim());
  return plainText(paragraphs.find((paragraph) => /^[\w`*[]/.test(paragraph)) ?? "");
}

export function plainText(markdown: string): string {
  return markdown
    .replace(/<[^>\n]*>/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*|]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
