/**
 * The API request log: what programs asked, for the people whose programs they are.
 *
 * logRequestsOf (hook, after the answer) → RequestLog (gathers, bounded) → insertRequests (one statement a second)
 * requestRoutes: the list in the dashboard · sweepRequests: seven days are enough
 *
 * It is an aid, not a record: it may lose rows and never makes anybody wait.
 */
export { logRequestsOf } from "./log-requests-of.ts";
export { requestRoutes } from "./routes.ts";
export { sweepRequests } from "./sweep-requests.ts";
