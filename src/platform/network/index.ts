/** Maps IP addresses to the networks that count as one client. */
export { networkOf } from "./network-of.ts";
