/** `node scripts/posthouse.mjs serve`: from a fresh clone to a running server. Takes all commands of the program. */
import { become } from "./setup/become.mjs";
import { setUp } from "./setup/set-up.mjs";

const { program } = await setUp();
become([program, ...process.argv.slice(2)]);
