import { fileURLToPath } from "node:url";

/** The pinned Node, whatever runs the tests. */
export const nodePath = fileURLToPath(new URL("../../node_modules/node/bin/node", import.meta.url));
