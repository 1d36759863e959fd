/**
 * The API request log: what programs asked, for the people whose programs they are.
 *
 * logRequestsOf (hook, after the answer) → RequestLog (gathers, bounded) → insertRequests (one statement a second)
 * feature.ts: the list in the dashboard, and the removal of requests after seven days
 *
 * It is an aid, not a record: it may lose rows and never makes anybody wait.
 */
export { logRequestsOf } from "./log-requests-of.ts";
