import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { inRoot, root } from "./paths.mjs";

const made = [inRoot("node_modules"), inRoot("dashboard/dist"), inRoot("dist")];

/** Gives files that root created in another user's checkout to that user. */
export function giveToOwnerOfCheckout() {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(root);
  if (uid !== 0) spawnSync("chown", ["-hR", `${uid}:${gid}`, ...made], { stdio: "ignore" });
}
