import { expect, test } from "vitest";
import { openInstanceSecrets } from "../../../platform/secrets/index.ts";
import { readChange } from "./read-relay.ts";
import { sealSecret } from "./targets/seal-secret.ts";

test("a password encrypted with another secret key is required again and not treated as missing (B6)", () => {
  const secretsOf = (letter: string) => openInstanceSecrets({ dataDir: "/nowhere", key: letter.repeat(32) });
  const before = { url: "smtp://user@relay.example:587", secret_sealed: sealSecret(secretsOf("a"), "x") };
  const change = (letter: string) =>
    readChange({ url: before.url }, before, { secrets: secretsOf(letter), isGuarded: false });
  expect(change("a").secret_sealed).not.toBeNull();
  expect(() => change("b")).toThrow("encrypted with another secret key");
});

test("a password is not kept for another server or less encryption, and the error says why", () => {
  const secrets = openInstanceSecrets({ dataDir: "/nowhere", key: "a".repeat(32) });
  const before = { url: "smtp://user@relay.example:587", secret_sealed: sealSecret(secrets, "x") };
  for (const url of ["smtp://user@other.example:587", "smtp://user@relay.example:587?insecure=1"]) {
    const change = () => readChange({ url }, before, { secrets, isGuarded: false });
    expect(change).toThrow("must be entered again, because the host, port, user name or encryption changed");
  }
  expect(() =>
    readChange(
      { url: "smtp://user@relay.example:25" },
      { ...before, secret_sealed: null },
      { secrets, isGuarded: false },
    ),
  ).toThrow("is required for this user and host");
});
