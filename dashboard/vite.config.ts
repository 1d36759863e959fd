import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  plugins: [react(), tailwind()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    sourcemap: false,
    // The theme relies on light-dark(); older targets would have it rewritten into something twice the size.
    target: ["chrome123", "firefox120", "safari17.5"],
    // Files, never data: URLs, so that the cache and the content security policy see every asset.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { "/api": server, "/docs": server, "/openapi.json": server },
  },
});
