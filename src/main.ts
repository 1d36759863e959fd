#!/usr/bin/env node
/** Runs the command of src/commands that argv names. */
import { fileURLToPath } from "node:url";

/** The compile cache. Without it, each process would load a TypeScript compiler and start slower. */
const compileCache = fileURLToPath(new URL("../node_modules/.cache/posthouse", import.meta.url));

if (process.env.NODE_COMPILE_CACHE === undefined && process.execve) {
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...process.env, NODE_COMPILE_CACHE: compileCache });
}

process.setSourceMapsEnabled(true);
const { runCommandLine } = await import("./commands/command-line/run-command-line.ts");
await runCommandLine(process.argv.slice(2));
