import { expect, test } from "vitest";
import { fillText } from "./fill-in.ts";

const unknown = { key: null, smtp: null };
const known = { key: "ph_a1B2c3D4_x", smtp: "mail.example.com:587" };
const EXAMPLE =
  "curl http://localhost:3000/a -H 'Host: localhost:3000'; curl smtp://localhost:2587 -u ph_your_key";

test.each([
  ["https://mail.example.com", "curl https://mail.example.com/a -H 'Host: mail.example.com'"],
  // Begins as the example does.
  ["http://localhost:30001", "curl http://localhost:30001/a -H 'Host: localhost:30001'"],
])("code shows the instance at %s, and what is unknown stays as it is", (origin, filled) => {
  const once = fillText(EXAMPLE, { origin, from: unknown, to: unknown });
  expect(once).toBe(`${filled}; curl smtp://localhost:2587 -u ph_your_key`);
  expect(fillText(once, { origin, from: unknown, to: unknown })).toBe(once);
});

test("the key and the port for SMTP are filled in when they become known, and the key is taken out", () => {
  const origin = "https://mail.example.com";
  const filled = fillText(EXAMPLE, { origin, from: unknown, to: known });
  expect(filled).toContain("smtp://mail.example.com:587 -u ph_a1B2c3D4_x");
  expect(fillText(filled, { origin, from: known, to: { ...known, key: null } })).toContain(
    "smtp://mail.example.com:587 -u ph_your_key",
  );
});
