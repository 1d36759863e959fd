import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { compileCache, inRoot, pinnedNode, root } from "./paths.mjs";

/** Fills the compile cache, so that the first start is as quick and as small as the next. It is no fault if it cannot. */
export async function warmUp({ anew }) {
  if (!anew && existsSync(compileCache)) return false;
  spawnSync(pinnedNode, [inRoot("src/main.ts"), "role", "warm"], {
    cwd: root,
    stdio: "ignore",
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
  return true;
}
