import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import tailwind from "@tailwindcss/vite";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { docsPages } from "./docs/docs-plugin.ts";

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

/** Parts that not every page needs: lists have no code and no fields but search, the overview has only a table, and the inbox has none. */
const partChunks = [
  { name: "fields", priority: 2, test: /dashboard\/src\/ui\/(file-field|lines-field|radio-group)/ },
  { name: "code", priority: 2, test: /dashboard\/src\/ui\/(code-|copy-|tabs)|react-tabs/ },
  { name: "table", priority: 2, test: /dashboard\/src\/ui\/data-table/ },
  {
    name: "search",
    priority: 2,
    test: /dashboard\/src\/(query-text|ui\/(query-box|pager|select-range|use-(cursor|selection)))/,
  },
  {
    name: "list-page",
    priority: 2,
    test: /dashboard\/src\/(total-query|ui\/(filter-bar|list-page|no-match|query-bar|use-filters))/,
  },
  {
    name: "figures",
    priority: 2,
    test: /dashboard\/src\/(features\/(insights\/(format|outcomes|range)|domains\/reports\/describe)|ui\/charts\/chart-card)/,
  },
  { name: "bulk", priority: 2, test: /dashboard\/src\/ui\/(bulk\/|selection-bar)/ },
];

/** With a smaller number, a page loads more that only other pages need; with a larger one, it loads more files. */
const sharedChunk = { name: "shared", priority: 1, test: /dashboard\/src/, minShareCount: 5 };

export default defineConfig({
  plugins: [tailwind(), preloadFont(), docsPages(pathOf("../docs")), compressFiles()],
  // React's API by Preact, which is a quarter of React DOM's size (decision 62).
  resolve: {
    alias: {
      "react/jsx-runtime": "preact/jsx-runtime",
      "react-dom/client": "preact/compat/client",
      "react-dom": "preact/compat",
      react: "preact/compat",
    },
  },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    sourcemap: false,
    // The theme relies on light-dark(); older targets would have it rewritten into something twice the size. Firefox has popovers since
    // 125. Features that these browsers lack are errors of the types (`lib` in tsconfig.json) or of src/browser-support.test.ts.
    target: ["chrome123", "firefox125", "safari17.5"],
    // Files, never data: URLs, so that the cache and the content security policy see every asset.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Libraries mark modules for servers that render them ("use client").
      checks: { moduleLevelDirective: false, pluginTimings: false },
      input: { index: pathOf("index.html"), docs: pathOf("docs/client/main.ts") },
      output: {
        // Files name each other, and hashes cannot be compressed: seven letters, the fewest that are allowed, save 300 bytes of each page.
        chunkFileNames: "assets/[name]-[hash:7].js",
        codeSplitting: {
          groups: [shellChunk(), ...partChunks, sharedChunk],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
  server: {
    proxy: { "/api": server, "/docs": server, "/openapi.json": server },
  },
});

/**
 * Everything that the first script imports is loaded with each page: as one file it is smaller than as twenty. The documentation
 * needs the styles, and nothing else of it.
 */
function shellChunk(): Rolldown.CodeSplittingGroup {
  const shell = new Set<string>();
  const collect = (id: string, context: Rolldown.ChunkingContext): void => {
    if (shell.has(id)) return;
    shell.add(id);
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) collect(imported, context);
  };
  return {
    debugName: "shell",
    priority: 3,
    name: (id, context) => {
      if (shell.size === 0) collect(pathOf("src/main.tsx"), context);
      // The package of all of Radix imports the tabs, which only some pages need.
      return shell.has(id) && !/\.css$|react-tabs/.test(id) ? "shell" : null;
    },
  };
}

/** Text is seen in its final font sooner if the browser does not first read the styles. */
function preloadFont(): Plugin {
  return {
    name: "preload-font",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const font = Object.keys(bundle).find((name) => /inter-ascii.*\.woff2$/.test(name));
        if (!font) throw new Error("the build has no font");
        const attrs = { rel: "preload", as: "font", type: "font/woff2", href: `/${font}`, crossorigin: true };
        return [{ tag: "link", attrs, injectTo: "head" }];
      },
    },
  };
}

/** Smaller files fit into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1_024;

/** The compressor reads up to 2^24 bytes before it writes, which saves 180 bytes of the shell. */
const WHOLE_FILES = { [constants.BROTLI_PARAM_LGBLOCK]: 24 };

/** Writes `.br` and `.gz` beside each text file of the build, so that the server need not compress it with each request. */
function compressFiles(): Plugin {
  return {
    name: "compress-files",
    apply: "build",
    async writeBundle({ dir = "dist" }) {
      const names = await readdir(dir, { recursive: true });
      const texts = names.filter((name) => /\.(js|css|html|svg|json|md|txt)$/.test(name));
      await Promise.all(texts.map((name) => compressFile(join(dir, name))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < MIN_COMPRESSED_BYTES) return;
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params: WHOLE_FILES }));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}
