import { randomBytes } from "node:crypto";
import { COUNT_MARK } from "./load.ts";

/** The email that the benches send: about 2 kB of JSON, the size of a receipt. The placeholder makes each email different. */
export const sampleEmail = {
  from: "Bench <bench@posthouse.test>",
  to: "someone@sink.test",
  subject: "Your order 4711 is on its way",
  html: `<p>Order ${COUNT_MARK}. ${"Your order has left our warehouse and will be with you soon. ".repeat(18)}</p>`,
  text: `Order ${COUNT_MARK}\n${"Your order has left our warehouse and will be with you soon.\n".repeat(12)}`,
};

/** The same email with an incompressible file of 1 MB, different in each email. */
export const sampleWithAttachment = {
  ...sampleEmail,
  attachments: [
    {
      filename: "invoice.pdf",
      content: randomBytes(1_048_576).toString("base64"),
    },
  ],
};
