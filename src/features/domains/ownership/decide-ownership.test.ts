import { expect, test } from "vitest";
import { decideOwnership, missingTokenGraceMs } from "./decide-ownership.ts";

const now = new Date("2026-01-05T07:08:09Z");
const unproven = { verified_by: null, token_missing_since: null };
const proven = { verified_by: "dns", token_missing_since: null };
const ago = (ms: number) => new Date(now.getTime() - ms);
const decide = (given: Partial<Parameters<typeof decideOwnership>[0]>) =>
  decideOwnership({ claim: unproven, proof: "there", canSign: true, holder: null, now, ...given });

test.each([
  ["token and key", {}, "verify"],
  ["a token without a key", { canSign: false }, "none"],
  ["a key without a token", { proof: "absent" }, "none"],
  ["a DNS that cannot be asked", { proof: "unknown" }, "none"],
  ["a holder whose token is gone", { holder: { by: "dns", proof: "absent" } }, "take"],
  ["a holder whose token is there too", { holder: { by: "dns", proof: "there" } }, "none"],
  ["a holder by the operator", { holder: { by: "operator", proof: "absent" } }, "none"],
] as const)("L3 an unproven claim with %s", (_, given, kind) => {
  const decision = decide(given);
  expect(decision.kind).toBe(kind);
  expect(decision.refusal !== null).toBe("holder" in given && kind === "none");
});

test.each([
  ["its token", { proof: "there" }, "none", null],
  ["no token since now", { proof: "absent" }, "none", now],
  ["a DNS that cannot be asked", { proof: "unknown" }, "none", null],
  ["its token and no key", { proof: "there", canSign: false }, "none", null],
] as const)("L3 a proven claim with %s", (_, given, kind, tokenMissingSince) => {
  expect(decide({ claim: proven, ...given })).toMatchObject({ kind, tokenMissingSince });
});

test.each([
  ["absent", missingTokenGraceMs - 1, "none"],
  ["absent", missingTokenGraceMs, "lose"],
  ["unknown", missingTokenGraceMs * 2, "none"],
  ["there", missingTokenGraceMs * 2, "none"],
] as const)("L3 a claim whose token is %s after %i ms", (proof, ms, kind) => {
  const claim = { verified_by: "dns", token_missing_since: ago(ms) };
  expect(decide({ claim, proof }).kind).toBe(kind);
});

test("the operator's word is changed by no check", () => {
  const claim = { verified_by: "operator", token_missing_since: null };
  expect(decide({ claim, proof: "absent" })).toMatchObject({ kind: "none", tokenMissingSince: null });
});
