/**
 * Compatible surfaces: APIs for the SDKs of other products, so that a program switches by changing a URL and a key. Each folder
 * translates to the use cases of other features and returns errors in its product's shape. None contains SQL. docs/compat.md lists the
 * supported, ignored and rejected parts.
 */
export { postmarkRoutes } from "./postmark/routes.ts";
export { resendRoutes } from "./resend/routes.ts";
export { sendgridRoutes } from "./sendgrid/routes.ts";
