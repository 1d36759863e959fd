/** The part of keys for the routes of other features. It leads to the web server, and index.ts must not. */
export { createKeyRequest } from "./http/schema.ts";
