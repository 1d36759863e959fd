/** Files shared by the processes of one machine. */
export { lockFile } from "./lock-file.ts";
