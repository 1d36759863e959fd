import { expect, test } from "vitest";
import { decideOwnership, MISSING_TOKEN_GRACE_MS } from "./decide-ownership.ts";

const now = new Date("2026-01-05T07:08:09Z");
const unverified = { verified_by: null, token_missing_since: null };
const verified = { verified_by: "dns", token_missing_since: null };
const ago = (ms: number) => new Date(now.getTime() - ms);
const decide = (state: Partial<Parameters<typeof decideOwnership>[0]>) =>
  decideOwnership({ claim: unverified, tokenState: "there", canSign: true, holder: null, now, ...state });

test.each([
  ["token and key", {}, "verify"],
  ["a token without a key", { canSign: false }, "none"],
  ["a key without a token", { tokenState: "absent" }, "none"],
  ["a DNS that cannot be asked", { tokenState: "unknown" }, "none"],
  ["a holder whose token is missing", { holder: { by: "dns", tokenState: "absent" } }, "take"],
  ["another holder whose token is also in the DNS", { holder: { by: "dns", tokenState: "there" } }, "none"],
  ["a holder named by the operator", { holder: { by: "operator", tokenState: "absent" } }, "none"],
] as const)("an unverified claim with %s (L3)", (_, state, kind) => {
  const decision = decide(state);
  expect(decision.kind).toBe(kind);
  expect(decision.refusal !== null).toBe("holder" in state && kind === "none");
});

test.each([
  ["its token", { tokenState: "there" }, "none", null],
  ["no token for the first time", { tokenState: "absent" }, "none", now],
  ["a DNS that cannot be asked", { tokenState: "unknown" }, "none", null],
  ["its token and no key", { tokenState: "there", canSign: false }, "none", null],
] as const)("a verified claim with %s (L3)", (_, state, kind, tokenMissingSince) => {
  expect(decide({ claim: verified, ...state })).toMatchObject({ kind, tokenMissingSince });
});

test.each([
  ["absent", MISSING_TOKEN_GRACE_MS - 1, "none"],
  ["absent", MISSING_TOKEN_GRACE_MS, "lose"],
  ["unknown", MISSING_TOKEN_GRACE_MS * 2, "none"],
  ["there", MISSING_TOKEN_GRACE_MS * 2, "none"],
] as const)("a claim whose token is %s after %i ms (L3)", (tokenState, ms, kind) => {
  const claim = { verified_by: "dns", token_missing_since: ago(ms) };
  expect(decide({ claim, tokenState }).kind).toBe(kind);
});

test("no check changes the operator's decision", () => {
  const claim = { verified_by: "operator", token_missing_since: null };
  expect(decide({ claim, tokenState: "absent" })).toMatchObject({ kind: "none", tokenMissingSince: null });
});
