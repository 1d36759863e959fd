import { buildMessage } from "../src/mail/mime/index.ts";
import { sampleEmail } from "./sample-email.ts";

/** The sample email as the bytes that Posthouse sends. */
export function buildSample(): Buffer {
  const { subject, html, text, to } = sampleEmail;
  return buildMessage({
    messageId: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357@posthouse.test",
    date: new Date("2026-11-21T12:00:00Z"),
    from: { name: "Bench", address: "bench@posthouse.test" },
    to: [{ name: "", address: to }],
    replyTo: [],
    subject,
    html,
    text,
    boundarySeed: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357",
  });
}
