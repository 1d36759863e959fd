/**
 * `vite build --outDir dist/NAME`: the server as some files instead of 1,700, so that each of its processes starts with half the work.
 * Runs from there what runs from src, and names the sources in stack traces (docs/decisions/0041-the-built-server.md).
 */
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const root = fileURLToPath(new URL(".", import.meta.url));

/** Files that the code names by their place beside itself stay where they are. */
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
      return { code: code.replaceAll("import.meta.url", place), map: null };
    },
  };
}

export default defineConfig({
  root,
  publicDir: false,
  plugins: [keepPlaces()],
  // The packages of hundreds of files; the others gain nothing, and some look for files of their own.
  ssr: { noExternal: ["typebox", "kysely", "@fastify/type-provider-typebox"] },
  build: {
    ssr: "src/main.ts",
    target: "node24",
    sourcemap: true,
    rolldownOptions: { output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" } },
  },
});
