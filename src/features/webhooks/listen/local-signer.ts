import type { WebhookFormat } from "../payloads/body-of.ts";
import {
  publicKeyOf,
  sendgridKeyAt,
  sendgridKeys,
  sendgridSignature,
} from "../signatures/sendgrid-signature.ts";
import { joinSignatures, signatureHeaders, signatureOf, signerOf } from "../signatures/sign-webhook.ts";

/** Signs requests to a local program as a webhook with this secret and format does. */
export class LocalSigner {
  /** Verifies SendGrid's signature. Null in other formats. */
  readonly publicKey: string | null;
  readonly #sign;
  readonly #sendgridKey;

  constructor(secret: string, format: WebhookFormat) {
    this.#sign = signerOf(secret);
    const keys = format === "sendgrid" ? sendgridKeys([{ secret, until: null }]) : [];
    this.#sendgridKey = sendgridKeyAt(keys, new Date());
    this.publicKey = this.#sendgridKey && publicKeyOf(this.#sendgridKey);
  }

  headersOf(request: { id: string; at: Date; body: string }): Record<string, string> {
    const standard = signatureOf({ ...request, signers: [this.#sign] });
    const sendgrid = this.#sendgridKey && sendgridSignature(this.#sendgridKey, request);
    return signatureHeaders({ ...request, signature: joinSignatures(standard, sendgrid) });
  }
}
