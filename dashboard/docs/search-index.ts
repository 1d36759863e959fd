import { UNLISTED_FOLDERS } from "./contents.ts";
import { plainText, type SourcePage, urlOf } from "./pages.ts";
import type { Heading } from "./render-markdown.ts";

/** One section of a page, as the search box reads it. The names are short because the file is sent as it is. */
export type SearchEntry = { page: string; heading: string; url: string; text: string };

const MAX_TEXT = 400;

/** An entry for each page and for each of its sections; a page that the sidebar does not list has one entry. */
export function searchEntriesOf(page: SourcePage, headings: readonly Heading[]): SearchEntry[] {
  const markdown = withoutCode(page.markdown);
  const url = urlOf(page.name);
  if (UNLISTED_FOLDERS.some((folder) => page.name.startsWith(`${folder}/`)))
    return [{ page: page.title, heading: "", url, text: textOf(markdown) }];
  const [intro = "", ...sections] = markdown.split(/^(?=#{2,3} )/m);
  return [
    { page: page.title, heading: "", url, text: textOf(intro) },
    ...sections.map((section) => {
      const heading = plainText(/^#+ (.*)$/m.exec(section)?.[1] ?? "");
      const id = headings.find(({ text }) => text === heading)?.id;
      // Tabs have no anchor.
      return {
        page: page.title,
        heading,
        url: id === undefined ? url : `${url}#${id}`,
        text: textOf(section),
      };
    }),
  ];
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```$/gm, "").replace(/<!--[\s\S]*?-->/g, "");
}

/** Without the first heading, the rules of tables and the marks of lists. */
function textOf(markdown: string): string {
  const text = markdown
    .replace(/^#+ .*$/m, "")
    .replace(/^\|[\s|:-]+$/gm, "")
    .replace(/^\s*(?:- |\d+\. |#+ )/gm, "");
  return plainText(text).slice(0, MAX_TEXT);
}
