import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { inRoot } from "./paths.mjs";
import { hashOf, runVite } from "./vite.mjs";

const stamp = inRoot("node_modules/.cache/posthouse-dashboard");

/** Builds the dashboard unless its sources are unchanged. Returns whether it built. */
export async function buildDashboard() {
  const wanted = hashOf(["package-lock.json", "tsconfig.json", "dashboard", "docs"]);
  const isThere = existsSync(inRoot("dashboard/dist/index.html"));
  if (isThere && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return false;
  rmSync(stamp, { force: true });
  await runVite({ what: "dashboard", args: ["dashboard"] });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  return true;
}
