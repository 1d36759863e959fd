/** `node scripts/install-tools.mjs`: installs what checks and tests need, unless it is there. */
import { setUp } from "./setup/set-up.mjs";

await setUp({ build: false, tools: true });
