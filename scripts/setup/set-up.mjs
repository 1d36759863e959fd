/**
 * Sets up a fresh clone: packages, dashboard, server, compile cache. Plain JavaScript without dependencies, because it runs before
 * they are installed, on any Node ≥ 20. Takes milliseconds if there is nothing to do.
 */

import { alone } from "./alone.mjs";
import { buildDashboard } from "./build-dashboard.mjs";
import { buildServer } from "./build-server.mjs";
import { giveToOwnerOfCheckout } from "./give-to-owner.mjs";
import { installPackages } from "./install-packages.mjs";
import { inRoot } from "./paths.mjs";
import { SetUpError } from "./set-up-error.mjs";
import { warmUp } from "./warm-up.mjs";

const LEAST_NODE = 20;

/**
 * Returns the path of the program to run: the built server, or without `build`, the sources. `tools`: also installs what only tests
 * and checks need. If set-up fails, prints one line and ends the process.
 */
export async function setUp({ build = true, tools = false } = {}) {
  try {
    checkNode();
    return await alone(async () => {
      const installed = await installPackages({ tools });
      const builtDashboard = build && (await buildDashboard());
      const { program, built } = build ? await buildServer() : { program: inRoot("src/main.ts") };
      const warmed = await warmUp(program, { force: installed || built });
      if (installed || builtDashboard || warmed) giveToOwnerOfCheckout();
      return { program };
    });
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    process.stderr.write(`posthouse: ${error.message}\n`);
    process.exit(1);
  }
}

function checkNode() {
  const { node } = process.versions;
  if (Number(node.split(".")[0]) < LEAST_NODE)
    throw new SetUpError(`Node ${node} is too old: install Node ${LEAST_NODE} or newer, then try again`);
}
