/**
 * The API request log: the requests of an account's programs, for the people of the account.
 *
 * logRequestsOf (hook, after the response) → RequestLog (bounded buffer) → insertRequests (one statement per second)
 * requestRoutes: the list in the dashboard · sweepRequests: deletes requests after seven days
 *
 * It is a debugging aid, not a record: it may lose rows, and requests never wait for it.
 */
export { logRequestsOf } from "./log-requests-of.ts";
export { requestRoutes } from "./routes.ts";
export { sweepRequests } from "./sweep-requests.ts";
