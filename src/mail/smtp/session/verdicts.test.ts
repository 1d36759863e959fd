import { expect, test } from "vitest";
import { brokenOutcome } from "./verdicts.ts";

test("the reason of a failed certificate leaves out Node's advice on how to run Node", () => {
  const problem =
    "self-signed certificate; if the root CA is installed locally, try running Node.js with --use-system-ca";
  expect(brokenOutcome("mx.example.com", "tls", problem).reason).toBe(
    "mx.example.com did not complete the TLS handshake: self-signed certificate.",
  );
});
