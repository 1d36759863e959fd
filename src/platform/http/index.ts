/**
 * HTTP: a Fastify server with everything that features share. The order of a request: parser and limits → request id and
 * security headers → authentication hook of the route (sets `request.principal`) → body as JSON → validation → the same
 * authentication again if the body was slow → route → errors in one shape.
 */
export type { App } from "./app.ts";
export { buildServer } from "./build-server.ts";
export { clientAddress } from "./client-address.ts";
export { clientSignal } from "./client-signal.ts";
export { answeredErrorOf } from "./errors/answered-error.ts";
export { isConnectionError } from "./errors/connection-errors.ts";
export { createSendError, type ErrorShape } from "./errors/send-error.ts";
export { holdBytes } from "./input/bound-bodies.ts";
export { acceptCsv, type CsvFile, withCsvFile } from "./input/csv-body.ts";
export { readJson } from "./input/read-json.ts";
export { readNames } from "./input/read-names.ts";
export { validatorFor } from "./input/validator.ts";
export { KnownPaths } from "./known-paths.ts";
export { markRoutes } from "./mark-routes.ts";
export type { ApiDescription } from "./openapi/api-description.ts";
export { cutPage } from "./output/cut-page.ts";
export { csvFile, sendCsv } from "./output/send-csv.ts";
export { renderSmallPage, SMALL_PAGE_HEADERS } from "./output/small-page.ts";
export { invalidCursor, readPageCursor, writePageCursor } from "./page-cursor.ts";
export {
  type LongLines,
  PERMISSIONS,
  type Permission,
  type Principal,
  type RequestHook,
} from "./principal.ts";
export { readIdRange, readTime } from "./read-time.ts";
export { addRightsHooks, type RightsHooks } from "./rights-hooks.ts";
export {
  CLOSED,
  DEFAULT_PAGE_SIZE,
  errorResponses,
  listQuery,
  nothing,
  orNull,
  pagination,
  timestamp,
} from "./schemas.ts";
