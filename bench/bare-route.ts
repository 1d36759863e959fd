import fastify from "fastify";
import { sendRequest, sendResponse } from "../src/features/emails/schema/send-schema.ts";

/** The baseline of the accept bench, in its own process: a route that parses and validates the same body, and stores nothing. */
const app = fastify();
const id = "01a1fc0b-98e9-73b7-b9fd-726d62cf8357";
const response = { success: true, id, message_id: `${id}@posthouse.test`, status: "queued" };
const schema = { body: sendRequest, response: { 200: sendResponse } };
app.post("/api/v1/send", { schema }, async () => response);
const url = await app.listen({ host: "127.0.0.1", port: 0 });
process.send?.({ url });
process.on("disconnect", () => process.exit(0));
