/** `node scripts/run.mjs file.ts …`: sets the checkout up, then runs one of its files on the pinned Node. */
import { become } from "./setup/become.mjs";
import { compileCache, inRoot, pinnedNode } from "./setup/paths.mjs";
import { setUp } from "./setup/set-up.mjs";

const [file = "", ...args] = process.argv.slice(2);
const { program } = await setUp({ tools: true });
process.env.POSTHOUSE_PROGRAM = program;
become({ node: pinnedNode, compileCache, args: [inRoot(file), ...args] });
