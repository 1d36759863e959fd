/** `node scripts/posthouse.mjs serve`: sets the checkout up, then starts a server. Accepts all commands of Posthouse. */
import { become } from "./setup/become.mjs";
import { compileCache, pinnedNode } from "./setup/paths.mjs";
import { setUp } from "./setup/set-up.mjs";

const { program } = await setUp();
become({ node: pinnedNode, compileCache, args: [program, ...process.argv.slice(2)] });
