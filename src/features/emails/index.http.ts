/** The part of emails for the routes of other features. It leads to the web server, and index.ts must not. */
export { sendAttachment } from "./routes/attachment-route.ts";
export { senderOf } from "./routes/sender-of.ts";
