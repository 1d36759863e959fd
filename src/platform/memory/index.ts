/**
 * Limits the untrusted data that a process holds, so that clients with large requests get "retry later" before the process
 * runs out of memory.
 */
export { ByteBudget, type HeldBytes } from "./byte-budget.ts";
