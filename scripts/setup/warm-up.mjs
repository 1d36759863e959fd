import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { compileCache, pinnedNode, root } from "./paths.mjs";

/** Fills the compile cache, so that the first start takes no more time and memory than later ones. A failure does no harm. */
export async function warmUp(program, { force }) {
  if (!force && existsSync(compileCache)) return false;
  spawnSync(pinnedNode, [program, "role", "warm"], {
    cwd: root,
    stdio: "ignore",
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
  return true;
}
