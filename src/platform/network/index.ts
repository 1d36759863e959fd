/** The network that counts as one client. */
export { networkOf } from "./network-of.ts";
