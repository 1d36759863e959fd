import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodePath } from "../harness/node-path.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const patches = fileURLToPath(new URL("./mutants/", import.meta.url));
/** A broken program loses mail within a few kills; a run that misses it is repeated with other seeds. */
const TRIES = 3;

/** The stage or the test files that must detect a mutant. */
type Judge = { stage: string } | { tests: string[] };

/** The first line of a patch: `Red in: STAGE` or `Red in: tests FILE FILE`. */
export function readJudge(patch: string): Judge {
  const [first = "", ...files] = /^Red in: (.+)/.exec(patch)?.[1]?.split(" ") ?? [];
  return first === "tests" ? { tests: files } : { stage: first };
}

/** Applies each patch to a copy of the last commit and runs its stage or tests. Returns whether all mutants were detected. */
export async function killMutants(only: string[] | null): Promise<boolean> {
  const survivors: string[] = [];
  for (const file of (await readdir(patches)).sort()) {
    const name = file.replace(/\.patch$/, "");
    if (only && !only.includes(name)) continue;
    const killed = await isFoundOut(join(patches, file));
    console.log(`${killed ? "detected" : "SURVIVED"}  ${name}`);
    if (!killed) survivors.push(name);
  }
  return survivors.length === 0;
}

async function isFoundOut(patch: string): Promise<boolean> {
  const judge = readJudge(await readFile(patch, "utf8"));
  const copy = await mkdtemp(join(tmpdir(), "mutant-"));
  try {
    const archive = execFileSync("git", ["archive", "HEAD"], { cwd: root, maxBuffer: 1e9 });
    execFileSync("tar", ["-x", "-C", copy], { input: archive });
    execFileSync("git", ["apply", patch], { cwd: copy });
    await symlink(join(root, "node_modules"), join(copy, "node_modules"));
    if ("tests" in judge)
      return (await run(copy, ["node_modules/vitest/vitest.mjs", "run", ...judge.tests])) === 1;
    for (let seed = 1; seed <= TRIES; seed += 1) if ((await play(copy, judge.stage, seed)) === 1) return true;
    return false;
  } finally {
    await rm(copy, { recursive: true });
  }
}

async function play(copy: string, stage: string, seed: number): Promise<number> {
  const args = ["test/prove/main.ts", "--only", stage, "--kills", "12", "--seed", String(seed)];
  const code = await run(copy, args);
  if (code !== 0 && code !== 1) throw new Error(`the mutant did not run: ${stage} ended with ${code}`);
  return code;
}

async function run(cwd: string, args: string[]): Promise<number | null> {
  // An existing build is not the mutant.
  const { POSTHOUSE_PROGRAM: _, ...env } = process.env;
  const child = spawn(nodePath, args, { cwd, stdio: "inherit", env });
  const [code] = await once(child, "exit");
  return code;
}
