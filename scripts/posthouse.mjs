/** `node scripts/posthouse.mjs serve`: starts a server from a fresh clone. Accepts all commands of the program. */
import { become } from "./setup/become.mjs";
import { setUp } from "./setup/set-up.mjs";

const { program } = await setUp();
become([program, ...process.argv.slice(2)]);
