/** Markdown → HTML, for our own pages: highlighted code, headings with anchors, tabs, and links between pages. */
import { posix } from "node:path";
import highlighter from "highlight.js/lib/common";
import elixir from "highlight.js/lib/languages/elixir";
import http from "highlight.js/lib/languages/http";
import { Marked, type Token, type Tokens } from "marked";
import { plainText, urlOf } from "./pages.ts";
import { renderTabs } from "./render-tabs.ts";

highlighter.registerLanguage("elixir", elixir);
highlighter.registerLanguage("http", http);

export type Heading = { id: string; depth: number; text: string };
export type RenderedPage = { html: string; headings: Heading[] };
type Source = { name: string; markdown: string };

/** `names` are the pages that exist; a link to another file fails the build. */
export function renderMarkdown({ name, markdown }: Source, names: ReadonlySet<string>): RenderedPage {
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const html = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${html}</h1>\n`;
        const heading = { depth, text: plainText(text), id: uniqueId(slugOf(plainText(text)), headings) };
        headings.push(heading);
        return `<h${depth} id="${heading.id}">${html} <a class="anchor" href="#${heading.id}" aria-label="Link to this section">#</a></h${depth}>\n`;
      },
      code: ({ text, lang }) => renderCode(text, lang ?? ""),
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        return `<a href="${escapeHtml(hrefOf(href, name, names))}">${text}</a>`;
      },
      table(token) {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("");
        const head = token.header.some(({ text }) => text)
          ? `<thead><tr>${cells(token.header, "th")}</tr></thead>`
          : "";
        const rows = token.rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
        return `<div class="wide" tabindex="0" role="region" aria-label="Table"><table>${head}<tbody>${rows}</tbody></table></div>\n`;
      },
      checkbox: () => `<span aria-hidden="true">☐ </span>`,
      html: ({ text }) => renderComment(text),
    },
  });
  const render = (tokens: Token[]) => marked.parser(tokens);
  return { html: renderTabs(marked.lexer(markdown), render), headings };
}

/** GitHub's rule, so that anchors work in the repository, too. */
function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
}

function uniqueId(slug: string, headings: Heading[]): string {
  const same = headings.filter(({ id }) => id === slug || id.replace(/-\d+$/, "") === slug).length;
  return same === 0 ? slug : `${slug}-${same}`;
}

/** The word after the language adds a control: `sh run` and `python run` have a button that sends the request. */
function renderCode(text: string, info: string): string {
  const [language = "", control] = info.split(" ");
  const known = highlighter.getLanguage(language);
  const html = known ? highlighter.highlight(text, { language }).value : escapeHtml(text);
  const run = control === "run" ? `<button type="button" class="run">Run</button>` : "";
  return `<div class="code"><pre tabindex="0"><code>${html}</code></pre><div class="controls">${run}<button type="button" class="copy">Copy</button></div></div>\n`;
}

function hrefOf(href: string, from: string, names: ReadonlySet<string>): string {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const target = posix.join(posix.dirname(from), path).replace(/\.md$/, "");
  if (!names.has(target)) throw new Error(`docs/${from}.md links to ${href}, which is not a page of /docs`);
  return urlOf(target) + (anchor === undefined ? "" : `#${anchor}`);
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** `<!-- key -->` is the place where readers enter their API key. Other comments are not shown, and our pages have no other HTML. */
function renderComment(text: string): string {
  if (text.trim() === "<!-- key -->") return `<div class="key-form"></div>\n`;
  return text.startsWith("<!--") ? "" : text;
}
