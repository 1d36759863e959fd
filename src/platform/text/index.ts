export { formatWait } from "./format-wait.ts";
