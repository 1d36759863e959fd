#!/usr/bin/env node
/** Runs the command of src/commands that argv names. */
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

/** Processes of one instance inherit the place of the compile cache, without which each of them would start slower. */
if (process.env.NODE_COMPILE_CACHE === undefined) {
  const compileCache = fileURLToPath(new URL("../node_modules/.cache/posthouse", import.meta.url));
  process.env.NODE_COMPILE_CACHE = compileCache;
  enableCompileCache(compileCache);
}

process.setSourceMapsEnabled(true);
const { runCommandLine } = await import("./commands/command-line/run-command-line.ts");
await runCommandLine(process.argv.slice(2));
