import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { SECTIONS } from "./contents.ts";
import { renderDocs } from "./docs-plugin.ts";
import { urlOf } from "./pages.ts";

const assets = { script: "/assets/docs-1.js", styles: ["/assets/docs-1.css"] };
let files: Map<string, string>;
let pages: [url: string, html: string][];

beforeAll(async () => {
  files = await renderDocs(fileURLToPath(new URL("../../docs", import.meta.url)), assets);
  pages = [...files].flatMap(([name, content]) => {
    const page = /^docs\/(.+)\.html$/.exec(name)?.[1];
    return page === undefined ? [] : [[urlOf(page), content] as [string, string]];
  });
});

test("every link within the documentation leads to a page and, if it has one, to an anchor of it", () => {
  const byUrl = new Map(pages);
  const broken = pages.flatMap(([from, html]) =>
    [...html.matchAll(/href="(\/docs[^"#]*|)(?:#([^"]+))?"/g)]
      .filter(([, url = "", anchor]) => {
        const target = url === "" ? html : (byUrl.get(url) ?? files.get(url.slice(1)));
        return target === undefined || (anchor !== undefined && !target.includes(`id="${anchor}"`));
      })
      .map(([link]) => `${link} in ${from}`),
  );
  expect(broken).toEqual([]);
});

test("pages load nothing from other servers, and have no inline script, style or handler", () => {
  for (const [url, html] of pages) {
    expect(html, url).not.toMatch(/<(?:script|link|img|iframe)[^>]*(?:src|href)="https?:/);
    expect(html, url).not.toMatch(/<style|<script(?![^>]* src=)|\sstyle="|\son\w+="/);
  }
});

test("each page has a language, a title and one heading of the first level", () => {
  for (const [url, html] of pages) {
    expect(html, url).toContain('<html lang="en">');
    expect(html.match(/<h1>/g), url).toHaveLength(1);
  }
  expect(new Set(pages.map(([, html]) => /<title>(.*)<\/title>/.exec(html)?.[1])).size).toBe(pages.length);
});

test("names with underscores are shown as they are", () => {
  const html = files.get("docs/errors/idempotency_in_progress.html");
  expect(html).toContain("<h1>idempotency_in_progress</h1>");
  expect(files.get("docs/reference/errors.html")).toContain("<code>recipient_not_uncertain</code>");
});

test("sections between the marks of tabs become tabs, of which the first is shown", () => {
  const html = files.get("docs/guides/quickstart.html") ?? "";
  const tabs = [...html.matchAll(/role="tab" [^>]*>([^<]+)</g)].map(([, title]) => title);
  expect(tabs).toEqual([
    "curl",
    "Node.js",
    "Python",
    "PHP",
    "Ruby",
    "Go",
    "Java",
    "C#",
    "Rust",
    "Elixir",
    "SMTP",
  ]);
  expect(html.match(/role="tabpanel"/g)).toHaveLength(tabs.length);
  expect(html.match(/role="tabpanel"[^>]* hidden/g)).toHaveLength(tabs.length - 1);
});

test("the search index finds sections by their anchors", () => {
  const entries = JSON.parse(files.get("docs/search.json") ?? "[]") as { heading: string; url: string }[];
  expect(entries).toContainEqual(
    expect.objectContaining({ heading: "Rotate keys", url: "/docs/guides/domains#rotate-keys" }),
  );
  expect(entries).toContainEqual(
    expect.objectContaining({ page: "rate_limited", url: "/docs/errors/rate_limited" }),
  );
});

test("llms.txt lists the Markdown of each page of the sidebar", () => {
  const list = files.get("llms.txt") ?? "";
  for (const name of SECTIONS.flatMap((section) => section.pages)) {
    expect(list).toContain(`(/docs/${name}.md): `);
    expect(files.has(`docs/${name}.md`), name).toBe(true);
  }
});
