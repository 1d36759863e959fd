/** Files that processes of one machine share. */
export { lockFile } from "./lock-file.ts";
