/**
 * Compatible surfaces: what the SDKs of other products speak, so that programs switch by an address and a key. Each folder translates
 * onto the use cases of other features and answers errors in its product's shape; none knows SQL. What works, what has no
 * effect and what is refused: docs/compat.md.
 */
export { postmarkRoutes } from "./postmark/routes.ts";
export { resendRoutes } from "./resend/routes.ts";
export { sendgridRoutes } from "./sendgrid/routes.ts";
