import type { Journal } from "./journal.ts";

/** Where a worker records how far its attempts have come. */
export type AttemptJournal = Pick<
  Journal,
  | "isWritten"
  | "recordClaimed"
  | "recordWaiting"
  | "recordWaitingIfLong"
  | "recordStarted"
  | "recordFinalDot"
  | "recordReply"
  | "recordSettled"
>;

/** Without a journal, the open claims of a killed process wait for their leases. */
export const noJournal: AttemptJournal = {
  isWritten: () => true,
  recordClaimed: async () => true,
  recordWaiting: () => undefined,
  recordWaitingIfLong: () => ({ end: () => undefined }),
  recordStarted: async () => undefined,
  recordFinalDot: async () => true,
  recordReply: async () => undefined,
  recordSettled: () => undefined,
};
