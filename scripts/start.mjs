/** `npm start`: from a fresh clone to a running server. Arguments go to `serve`. */
import { become } from "./setup/become.mjs";
import { inRoot } from "./setup/paths.mjs";
import { setUp } from "./setup/set-up.mjs";

await setUp();
become([inRoot("src/main.ts"), "serve", ...process.argv.slice(2)]);
