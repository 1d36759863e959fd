/**
 * Limits how much data from outside a process holds, so that large requests are asked to retry later instead of crashing it.
 */
export { ByteBudget, type HeldBytes } from "./byte-budget.ts";
