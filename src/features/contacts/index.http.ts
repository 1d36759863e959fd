/** The part of contacts for the routes of other features. It leads to the web server, and index.ts must not. */
export { contactInput } from "./http/schema.ts";
