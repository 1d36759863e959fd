import type { Plugin } from "vite";
import { NOT_FOUND } from "./contents.ts";
import { renderLlms } from "./llms.ts";
import { readPages } from "./pages.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { type PageAssets, renderPage } from "./render-page.ts";
import { searchEntriesOf } from "./search-index.ts";

type Bundle = Record<
  string,
  {
    type: string;
    name?: string;
    fileName: string;
    imports?: string[];
    isEntry?: boolean;
    viteMetadata?: { importedCss: Set<string> };
  }
>;

/** Builds the pages of /docs from the Markdown in `dir`. Their script and styles are the entry `docs`. */
export function docsPages(dir: string): Plugin {
  return {
    name: "docs-pages",
    apply: "build",
    enforce: "post",
    async generateBundle(_options, bundle) {
      const emit = (fileName: string, source: string) => this.emitFile({ type: "asset", fileName, source });
      const assets = assetsOf(bundle as unknown as Bundle);
      for (const [name, source] of await renderDocs(dir, assets)) emit(name, source);
    },
  };
}

/** The files of the site, by name below the directory of the build. */
export async function renderDocs(dir: string, assets: PageAssets): Promise<Map<string, string>> {
  const pages = await readPages(dir);
  const names = new Set(pages.map(({ name }) => name));
  const files = new Map<string, string>();
  const entries = pages.map((page) => {
    const content = renderMarkdown(page, names);
    files.set(`docs/${page.name}.html`, renderPage(page, content, { assets, pages }));
    files.set(`docs/${page.name}.md`, page.markdown);
    return page.name === NOT_FOUND ? [] : searchEntriesOf(page, content.headings);
  });
  files.set("docs/search.json", JSON.stringify(entries.flat()));
  files.set("llms.txt", renderLlms(pages));
  return files;
}

function assetsOf(bundle: Bundle): PageAssets {
  const entry = Object.values(bundle).find(({ name, isEntry }) => isEntry && name === "docs");
  if (!entry) throw new Error("the build has no entry named docs");
  const styles = new Set<string>();
  const visit = (fileName: string) => {
    const chunk = bundle[fileName];
    for (const imported of chunk?.imports ?? []) visit(imported);
    for (const css of chunk?.viteMetadata?.importedCss ?? []) styles.add(css);
  };
  visit(entry.fileName);
  return { script: `/${entry.fileName}`, styles: [...styles].map((name) => `/${name}`) };
}
