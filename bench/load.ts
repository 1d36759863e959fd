import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { end, forkBench, nextMessage } from "./fork-bench.ts";

const BINARY = "/usr/bin/wrk";

export type LoadFigures = { rate: number; p99Ms: number; failed: number };
/** Placeholder in a body or header that each request replaces with its own number, so that no two requests are equal. */
export const COUNT_MARK = "@@COUNT@@";

export type LoadOptions = {
  url: string;
  seconds: number;
  connections: number;
  headers: Record<string, string>;
  body: string;
  /** Pause of each connection before each request. 0: none. */
  pauseMs?: number;
};

/** The load generator: wrk, written in C. If wrk is missing, a client on Node, which uses most of a core. */
export const loadMaker = existsSync(BINARY)
  ? "wrk"
  : "a client on Node: install wrk for a load that costs less";

/** Returns a Lua expression for a text with placeholders. Its strings are JSON literals, whose escapes are valid in Lua too. */
function luaText(text: string): string {
  const parts = text.split(COUNT_MARK).map((part) => JSON.stringify(part));
  return parts.length === 1 ? (parts[0] as string) : `table.concat({ ${parts.join(", count, ")} })`;
}

/** Posts the body repeatedly on kept connections. `failed` counts the responses that are not 2xx. */
export function runLoad(options: LoadOptions): Promise<LoadFigures> {
  return loadMaker === "wrk" ? runWrk(options) : runNode(options);
}

async function runNode(options: LoadOptions): Promise<LoadFigures> {
  const child = forkBench(new URL("./node-load.ts", import.meta.url), [JSON.stringify(options)]);
  const figures = await nextMessage<LoadFigures>(child);
  await end(child);
  return figures;
}

async function runWrk({ pauseMs = 0, ...options }: LoadOptions): Promise<LoadFigures> {
  const { url, seconds, connections, headers, body } = options;
  const directory = await mkdtemp(join(tmpdir(), "wrk-"));
  const script = join(directory, "post.lua");
  const lines = [
    "local count = 0",
    `local headers = { ${Object.entries(headers).map(([name, value]) => `[${JSON.stringify(name)}] = ${luaText(value)}`)} }`,
    "function request()",
    "  count = count + 1",
    ...Object.entries(headers)
      .filter(([, value]) => value.includes(COUNT_MARK))
      .map(([name, value]) => `  headers[${JSON.stringify(name)}] = ${luaText(value)}`),
    `  return wrk.format("POST", nil, headers, ${luaText(body)})`,
    "end",
    pauseMs > 0 ? `function delay() return ${pauseMs} end` : "",
    "function done(summary, latency)",
    "  local e = summary.errors",
    "  local failed = e.connect + e.read + e.write + e.status + e.timeout",
    '  io.write(string.format("FIGURES %d %d %d %d\\n", summary.requests, summary.duration, latency:percentile(99), failed))',
    "end",
  ];
  await writeFile(script, lines.join("\n"));
  const args = ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "30s", "-s", script, url];
  const child = spawn(BINARY, args, { stdio: ["ignore", "pipe", "inherit"] });
  const output = await text(child.stdout);
  await rm(directory, { recursive: true });
  const [requests, micros, p99, failed] = (/FIGURES (.*)/.exec(output)?.[1] ?? "").split(" ").map(Number);
  if (!requests || !micros) throw new Error(`unexpected output of wrk: ${output}`);
  return { rate: (requests * 1e6) / micros, p99Ms: (p99 ?? 0) / 1_000, failed: failed ?? 0 };
}
