/** Ed25519 signatures, verified by libsodium with Python's nacl: another implementation than Node's. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { findPython } from "../../../../test/harness/missing-programs.ts";
import { ed25519PublicKeyOf, ed25519SignerOf } from "./ed25519-signature.ts";
import { newWebhookSecret } from "./sign-webhook.ts";

const SCRIPT = `
import base64, json, sys
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey
def is_valid(public_key, signature, text):
    key = VerifyKey(base64.b64decode(public_key.removeprefix("whpk_")))
    try:
        key.verify(text.encode(), base64.b64decode(signature.removeprefix("v1a,")))
        return True
    except BadSignatureError:
        return False
print(json.dumps([is_valid(*row) for row in json.load(sys.stdin)]))
`;

test("libsodium accepts the signatures with the text of the public key, and no other text or key", () => {
  const rows = Array.from({ length: 20 }, (_, n) => {
    const secret = newWebhookSecret();
    const text = `event${n}.1795680000.{"name":"Grüße"}`;
    const signature = ed25519SignerOf(secret)(text);
    return [
      [ed25519PublicKeyOf(secret), signature, text],
      [ed25519PublicKeyOf(secret), signature, `${text} `],
      [ed25519PublicKeyOf(newWebhookSecret()), signature, text],
    ];
  });
  const python = findPython("nacl") ?? "python3";
  const output = execFileSync(python, ["-c", SCRIPT], {
    input: JSON.stringify(rows.flat()),
    encoding: "utf8",
  });
  expect(JSON.parse(output)).toEqual(rows.flatMap(() => [true, false, false]));
});
