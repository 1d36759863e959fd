#!/usr/bin/env node
/** argv → one of src/commands. */
import { fileURLToPath } from "node:url";

/** Compiled code is kept here: without it each process would hold a TypeScript compiler in memory, and start slower. */
const compileCache = fileURLToPath(new URL("../node_modules/.cache/posthouse", import.meta.url));

if (process.env.NODE_COMPILE_CACHE === undefined && process.execve) {
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...process.env, NODE_COMPILE_CACHE: compileCache });
}

process.setSourceMapsEnabled(true);
const { runCommandLine } = await import("./commands/command-line.ts");
await runCommandLine(process.argv.slice(2));
