import { pinnedNode } from "../../scripts/setup/paths.mjs";

/** The pinned Node, even if another version runs the tests. */
export const nodePath: string = pinnedNode;
