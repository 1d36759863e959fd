import { SECTIONS } from "./contents.ts";
import { type SourcePage, urlOf } from "./pages.ts";
import { escapeHtml, type Heading, type RenderedPage } from "./render-markdown.ts";

/** URLs of the files that each page loads. */
export type PageAssets = { script: string; styles: string[] };
type Layout = { assets: PageAssets; pages: readonly SourcePage[] };

/** One page of /docs. It works under the content security policy of the dashboard: nothing is inline. */
export function renderPage(page: SourcePage, content: RenderedPage, layout: Layout): string {
  const title = page.name === "index" ? "Posthouse documentation" : `${page.title} · Posthouse documentation`;
  const styles = layout.assets.styles.map((url) => `<link rel="stylesheet" href="${url}" />`).join("\n    ");
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="description" content="${escapeHtml(page.summary)}" />
    <title>${escapeHtml(title)}</title>
    <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
    <link rel="alternate" type="text/markdown" href="/docs/${page.name}.md" />
    <script src="/theme.js"></script>
    ${styles}
    <script type="module" src="${layout.assets.script}"></script>
  </head>
  <body class="docs">
    <a class="skip" href="#content">Skip to content</a>
    ${TOP}
    <div class="columns">
      ${sidebar(page, layout.pages)}
      <main id="content" tabindex="-1">
        <article>
${content.html}
        ${nextAndPrevious(page, layout.pages)}
        </article>
      </main>
      ${outline(content.headings)}
    </div>
  </body>
</html>
`;
}

const TOP = `<header class="top">
      <a class="brand" href="/docs/"><img src="/favicon.svg" alt="" width="24" height="24" />Posthouse <span>Docs</span></a>
      <div class="search" role="search">
        <input type="search" id="search" placeholder="Search" aria-label="Search the documentation" aria-keyshortcuts="/" role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list" autocomplete="off" spellcheck="false" />
        <ul id="results" class="results" role="listbox" aria-label="Search results" hidden></ul>
      </div>
      <button type="button" id="theme" class="quiet">Theme</button>
      <a class="quiet" href="/">Dashboard</a>
      <button type="button" id="menu" class="quiet" aria-expanded="false" aria-controls="sidebar">Menu</button>
    </header>`;

function sidebar(current: SourcePage, pages: readonly SourcePage[]): string {
  const titles = new Map(pages.map(({ name, title }) => [name, title]));
  const item = (name: string) =>
    `<li><a href="${urlOf(name)}"${name === parentOf(current.name) ? ' aria-current="page"' : ""}>${escapeHtml(titles.get(name) ?? name)}</a></li>`;
  const sections = SECTIONS.map(
    ({ title, pages: names }) => `<h2>${title}</h2><ul>${names.map(item).join("")}</ul>`,
  );
  return `<nav id="sidebar" class="sidebar" aria-label="Documentation">${sections.join("\n")}</nav>`;
}

/** The pages of single errors are listed by the page of all errors. */
function parentOf(name: string): string {
  return name.startsWith("errors/") ? "reference/errors" : name;
}

function outline(headings: readonly Heading[]): string {
  const shown = headings.filter(({ depth }) => depth === 2);
  if (shown.length < 2) return `<div class="on-page"></div>`;
  const items = shown.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`);
  return `<nav class="on-page" aria-label="On this page"><h2>On this page</h2><ul>${items.join("")}</ul></nav>`;
}

function nextAndPrevious({ name }: SourcePage, pages: readonly SourcePage[]): string {
  const listed = SECTIONS.flatMap((section) => section.pages);
  const at = listed.indexOf(name);
  if (at < 0) return "";
  const link = (target: string | undefined, rel: string) => {
    const page = pages.find((one) => one.name === target);
    return page
      ? `<a rel="${rel}" href="${urlOf(page.name)}">${escapeHtml(page.title)}</a>`
      : "<span></span>";
  };
  return `<nav class="turn" aria-label="Previous and next page">${link(listed[at - 1], "prev")}${link(listed[at + 1], "next")}</nav>`;
}
