/**
 * `vite build --outDir dist/NAME`: the server as some files instead of 1,700, so that each of its processes starts with half the work.
 * Runs from there what runs from src, and names the sources in stack traces (docs/decisions/0041-the-built-server.md).
 */
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { SEPARATE_PACKAGES } from "./scripts/setup/separate-packages.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));

/** Scripts of threads, which the build contains beside the program. */
const THREADS = {
  "content-jobs": "src/features/emails/messages/content-jobs.ts",
  "report-jobs": "src/features/inbound/read/report-jobs.ts",
};

/** Names the built scripts of threads, and the places of other files in the checkout, where they stay. */
function keepPlaces(): Plugin {
  let outDir: string;
  return {
    name: "keep-places",
    enforce: "pre",
    configResolved: (config) => {
      outDir = `${root}${config.build.outDir}`;
    },
    transform: (code, id) => {
      if (!id.startsWith(`${root}src/`)) return null;
      const place = `new URL(${JSON.stringify(relative(outDir, id))}, import.meta.url).href`;
      const placed = code.replaceAll("import.meta.url", place);
      const script = new RegExp(
        `"\\./(${Object.keys(THREADS).join("|")})\\.ts", ${RegExp.escape(place)}`,
        "g",
      );
      return { code: placed.replace(script, '"./$1.js", import.meta.url'), map: null };
    },
  };
}

/**
 * Takes node:http as `require` does. With `import`, Node reads all of its exports, also `WebSocket`, for which it loads undici: 0.1 s of
 * processor time and 15 MB in each process.
 */
function requireHttp(): Plugin {
  const resolved = "\0node:http";
  return {
    name: "require-http",
    enforce: "pre",
    resolveId: (id) => (id === "node:http" ? resolved : null),
    // An imported name that is not listed fails the build. Packages that call `require` get the whole module.
    load: (id) =>
      id === resolved
        ? 'const http = process.getBuiltinModule("node:http"); export default http; export const { createServer, request } = http; export { http as "module.exports" };'
        : null,
  };
}

/**
 * V8 keeps the source of each file, and stores it in twice the memory if a single character is not Latin-1. An escape means the same in
 * strings, templates and regular expressions; `String.raw` is used for regular expressions only.
 */
function escapeNonAscii(): Plugin {
  return {
    name: "escape-non-ascii",
    generateBundle: (_, bundle) => {
      for (const file of Object.values(bundle))
        if (file.type === "chunk")
          file.code = file.code.replace(
            /[^\0-\x7f]/g,
            (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
          );
    },
  };
}

export default defineConfig({
  root,
  publicDir: false,
  plugins: [keepPlaces(), requireHttp(), escapeNonAscii()],
  // The last two are optional parts of packages that we do not use.
  ssr: { noExternal: true, external: [...SEPARATE_PACKAGES, "@react-email/render", "pg-native"] },
  build: {
    ssr: true,
    target: "node24",
    sourcemap: true,
    rolldownOptions: {
      input: { main: "src/main.ts", ...THREADS },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
});
