import { expect, test } from "vitest";
import type { Outcome } from "../../../../mail/smtp/index.ts";
import { adviceFor } from "./advice-for.ts";

type Row = [
  reason: string,
  phase: Outcome["phase"],
  test: Parameters<typeof adviceFor>[1],
  advice: RegExp | null,
];
const on587 = { endpoint: { port: 587, tls: "required", auth: null }, isLate: false } as const;
const on465 = { endpoint: { port: 465, tls: "implicit", auth: null }, isLate: false } as const;

test.each<Row>([
  ["x could not be reached: getaddrinfo ENOTFOUND x.", "connect", on587, /host name/],
  ["x could not be reached: connect ECONNREFUSED 192.0.2.1:587.", "connect", on587, /port 587/],
  ["x could not be reached: nothing came within 30 s.", "connect", on587, /firewall/],
  ["closed by us", "connect", { endpoint: { ...on587.endpoint, port: 25 }, isLate: true }, /587/],
  ["closed by us", "greeting", { ...on587, isLate: true }, /Implicit TLS/],
  [
    "error:0A00010B:SSL routines:tls_validate_record_header:wrong version number",
    "tls",
    on465,
    /STARTTLS, required/,
  ],
  ["x did not complete the TLS handshake: self-signed certificate.", "tls", on587, /“Trust any certificate”/],
  [
    "x did not answer STARTTLS: it does not offer STARTTLS, which is required.",
    "starttls",
    on587,
    /Implicit TLS/,
  ],
  ["x refused the session: 554 go away", "greeting", on587, null],
])("%s at %s", (reason, phase, failedTest, advice) => {
  const text = adviceFor({ reason, phase, reply: null }, failedTest);
  if (advice === null) expect(text).toBeNull();
  else expect(text).toMatch(advice);
});

test("the advice for rejected credentials is to check them, except for a temporary error", () => {
  const refusal = (code: number) => ({
    phase: "auth" as const,
    reason: "no",
    reply: { code, enhanced: null, line: `${code} no` },
  });
  expect(adviceFor(refusal(535), on587)).toMatch(/password/);
  expect(adviceFor(refusal(454), on587)).toBeNull();
});
