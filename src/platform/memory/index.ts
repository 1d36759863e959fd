/** Bounds on what a process keeps of what others send it, so that many large things are told to come later instead of ending it. */
export { ByteBudget, type HeldBytes } from "./byte-budget.ts";
