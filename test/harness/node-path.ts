import { pinnedNode } from "../../scripts/setup/paths.mjs";

/** The pinned Node, whatever runs the tests. */
export const nodePath: string = pinnedNode;
