/** Files shared by the processes of one machine. */
export { freeBytes } from "./free-bytes.ts";
export { giveToOwner } from "./give-to-owner.ts";
export { lockFile } from "./lock-file.ts";
