/**
 * From a fresh clone to something that runs: packages, dashboard, compiled code. Plain JavaScript without dependencies,
 * for it runs on whatever Node ≥ 20 the machine has, before there are any. Done already: takes some milliseconds.
 */

import { alone } from "./alone.mjs";
import { buildDashboard } from "./build-dashboard.mjs";
import { giveToOwnerOfCheckout } from "./give-to-owner.mjs";
import { installPackages } from "./install-packages.mjs";
import { SetUpError } from "./set-up-error.mjs";
import { warmUp } from "./warm-up.mjs";

const leastNode = 20;

/** Ends the process with one line if it cannot be done. */
export async function setUp({ dashboard = true } = {}) {
  try {
    checkNode();
    await alone(async () => {
      const installed = await installPackages();
      const built = dashboard && (await buildDashboard());
      const warmed = await warmUp({ anew: installed });
      if (installed || built || warmed) giveToOwnerOfCheckout();
    });
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    process.stderr.write(`posthouse: ${error.message}\n`);
    process.exit(1);
  }
}

function checkNode() {
  const { node } = process.versions;
  if (Number(node.split(".")[0]) < leastNode)
    throw new SetUpError(`Node ${node} is too old: install Node ${leastNode} or newer, then try again`);
}
