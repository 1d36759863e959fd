import { plainText, type SourcePage, urlOf } from "./pages.ts";
import { type Heading, slugOf } from "./render-markdown.ts";

/** One section of a page, as the search box reads it. The names are short because the file is sent as it is. */
export type SearchEntry = { page: string; heading: string; url: string; text: string };

const MAX_TEXT = 400;

/** An entry for each page and for each of its sections. */
export function searchEntriesOf(page: SourcePage, headings: readonly Heading[]): SearchEntry[] {
  const [intro = "", ...sections] = withoutCode(page.markdown).split(/^(?=#{2,3} )/m);
  const entryOf = (section: string): SearchEntry[] => {
    const [first = "", ...lines] = section.split("\n");
    const heading = plainText(first.replace(/^#+ /, ""));
    const id = headings.find((one) => one.text === heading)?.id ?? slugOf(heading);
    const isTab = !headings.some((one) => one.text === heading);
    return [
      {
        page: page.title,
        heading,
        url: isTab ? urlOf(page.name) : `${urlOf(page.name)}#${id}`,
        text: textOf(lines.join("\n")),
      },
    ];
  };
  return [
    { page: page.title, heading: "", url: urlOf(page.name), text: textOf(intro.replace(/^# .*$/m, "")) },
    ...sections.flatMap(entryOf),
  ];
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```$/gm, "").replace(/<!--[\s\S]*?-->/g, "");
}

function textOf(markdown: string): string {
  return plainText(markdown.replace(/^\|[\s|:-]+$/gm, "")).slice(0, MAX_TEXT);
}
