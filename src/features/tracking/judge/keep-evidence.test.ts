import { expect, test } from "vitest";
import { keepAddress, keepAgent } from "./keep-evidence.ts";

test.each([
  ["198.51.100.77", "full", "198.51.100.77"],
  ["198.51.100.77", "network", "198.51.100.0/24"],
  ["::ffff:198.51.100.77", "network", "198.51.100.0/24"],
  ["2001:db8:1:2::3", "network", "2001:db8:1::/48"],
  ["2001:db8:1:2::3", "full", "2001:db8:1:2::3"],
  ["198.51.100.77", "none", null],
  ["unknown", "full", null],
] as const)("of %s, %s is stored as %s (H11)", (address, detail, kept) => {
  expect(keepAddress(address, detail)).toBe(kept);
});

const CHROME =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

test.each([
  [CHROME, "full", CHROME],
  [CHROME, "family", "Chrome"],
  [`${CHROME} Edg/142.0.0.0`, "family", "Edge"],
  ["Mozilla/5.0", "family", "Apple Mail Privacy Protection"],
  [`${CHROME} FastmailUA/1.0`, "family", "Fastmail image proxy"],
  [`hey.com/imageproxy ${CHROME}`, "family", "HEY image proxy"],
  ["curl/8.5.0", "family", "curl"],
  ["", "family", null],
  [CHROME, "none", null],
] as const)("of the agent %s, %s is stored as %s (H11)", (agent, detail, kept) => {
  expect(keepAgent(agent, detail)).toBe(kept);
});
