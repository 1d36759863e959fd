/** `node scripts/run.mjs file.ts …`: runs a file of this checkout on the pinned Node, after the set-up that it needs. */
import { become } from "./setup/become.mjs";
import { inRoot } from "./setup/paths.mjs";
import { setUp } from "./setup/set-up.mjs";

const [file = "", ...args] = process.argv.slice(2);
const { program } = await setUp();
process.env.POSTHOUSE_PROGRAM = program;
become([inRoot(file), ...args]);
