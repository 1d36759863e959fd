/** What the benches send: about 2 kB of JSON, as a receipt or a notice is. */
export const sampleEmail = {
  from: "Bench <bench@posthouse.test>",
  to: "someone@sink.test",
  subject: "Your order 4711 is on its way",
  html: `<p>${"Your order has left our warehouse and will be with you soon. ".repeat(18)}</p>`,
  text: "Your order has left our warehouse and will be with you soon.\n".repeat(12),
};
