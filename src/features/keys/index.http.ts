/** Exports of keys for the routes of other features. They import the web server, which index.ts must not. */
export { createKeyRequest } from "./http/schema.ts";
