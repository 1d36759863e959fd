import { SECTIONS } from "./contents.ts";
import type { SourcePage } from "./pages.ts";

const INTRODUCTION = `# Posthouse

> A self-hosted email platform: an HTTP API, SMTP submission, a durable queue, delivery, and a dashboard.

Send an email with \`POST /api/v1/send\` and the header \`Authorization: Bearer ph_…\`. Each page below is Markdown. \`/openapi.json\` describes the API.
`;

/** /llms.txt: the pages as Markdown, each with its first sentence. */
export function renderLlms(pages: readonly SourcePage[]): string {
  const byName = new Map(pages.map((page) => [page.name, page]));
  const sections = SECTIONS.map(({ title, pages: names }) => {
    const lines = names.map((name) => {
      const page = byName.get(name);
      return page ? `- [${page.title}](/docs/${name}.md): ${firstSentence(page.summary)}\n` : "";
    });
    return `\n## ${title}\n\n${lines.join("")}`;
  });
  return INTRODUCTION + sections.join("");
}

function firstSentence(text: string): string {
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;
}
