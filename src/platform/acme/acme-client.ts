import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type AcmeResponse, requestJson } from "./acme-request.ts";
import { certificateRequest } from "./certificate-request.ts";

/** The authority refused a request. The message is the authority's explanation. */
export class AcmeError extends Error {
  override name = "AcmeError";
  /** A URN of RFC 8555 §6.7. */
  readonly type: string;

  constructor(type: string, detail: string) {
    super(detail);
    this.type = type;
  }
}

type Directory = { newNonce: string; newAccount: string; newOrder: string };
type Order = { status: string; authorizations: string[]; finalize: string; certificate?: string };
type Authorization = {
  status: string;
  challenges: { type: string; url: string; token: string; error?: { type?: string; detail?: string } }[];
};

type Options = {
  directory: string;
  /** The key of the account at the authority, in PEM: an EC key of the curve P-256. */
  accountKey: string;
  contact: string | null;
  /** A certificate authority that replaces the system's, for the connection to the directory. */
  ca?: string | undefined;
};

type Challenges = {
  /** Publishes the response at `/.well-known/acme-challenge/{token}`. Called before the authority requests it. */
  put: (token: string, response: string) => Promise<void>;
  remove: (token: string) => Promise<void>;
};

const BAD_NONCE = "urn:ietf:params:acme:error:badNonce";
/** An order is normally ready after a few seconds. The authority may be busy, so the client waits longer. */
const MAX_POLLS = 30;
const POLL_MS = 1_000;

/** Orders certificates as one account, with seven kinds of requests of RFC 8555. */
export class AcmeClient {
  readonly #options: Options;
  readonly #key: KeyObject;
  #directory: Directory | null = null;
  #account: string | null = null;
  #nonce: string | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.#key = createPrivateKey(options.accountKey);
  }

  /** Returns the chain in PEM. Throws AcmeError, and errors of the connection. */
  async order(host: string, privateKey: string, challenges: Challenges): Promise<string> {
    const { newOrder } = await this.#open();
    const created = await this.#post(newOrder, { identifiers: [{ type: "dns", value: host }] });
    const url = created.headers.location ?? "";
    const { authorizations, finalize } = created.body as Order;
    for (const authorization of authorizations) await this.#authorize(authorization, challenges);
    const csr = certificateRequest(host, createPrivateKey(privateKey)).toString("base64url");
    await this.#post(finalize, { csr });
    const order = await this.#poll<Order>(url, ({ status }) => status === "valid" || status === "invalid");
    if (order.status !== "valid" || !order.certificate)
      throw new AcmeError("invalid", "The certificate authority did not issue the certificate.");
    return (await this.#post(order.certificate, null)).text;
  }

  async #authorize(url: string, { put, remove }: Challenges): Promise<void> {
    const { status, challenges } = (await this.#post(url, null)).body as Authorization;
    if (status === "valid") return;
    const challenge = challenges.find(({ type }) => type === "http-01");
    if (!challenge)
      throw new AcmeError("unsupported", "The certificate authority offers no HTTP-01 challenge.");
    await put(challenge.token, `${challenge.token}.${this.#thumbprint()}`);
    try {
      await this.#post(challenge.url, {});
      const result = await this.#poll<Authorization>(url, ({ status }) => status !== "pending");
      if (result.status === "valid") return;
      const { type = "unauthorized", detail = "The certificate authority could not verify the host." } =
        result.challenges.find(({ error }) => error)?.error ?? {};
      throw new AcmeError(type, detail);
    } finally {
      await remove(challenge.token);
    }
  }

  async #poll<Body>(url: string, isDone: (body: Body) => boolean): Promise<Body> {
    for (let n = 0; ; n += 1) {
      const body = (await this.#post(url, null)).body as Body;
      if (isDone(body)) return body;
      if (n === MAX_POLLS)
        throw new AcmeError("timeout", "The certificate authority did not finish in time.");
      await sleep(POLL_MS);
    }
  }

  async #open(): Promise<Directory> {
    if (this.#directory && this.#account) return this.#directory;
    const { directory, contact } = this.#options;
    this.#directory = (await this.#request(directory, { method: "GET" })).body as Directory;
    const account = await this.#post(this.#directory.newAccount, {
      termsOfServiceAgreed: true,
      ...(contact !== null && { contact: [`mailto:${contact}`] }),
    });
    this.#account = account.headers.location ?? "";
    return this.#directory;
  }

  /** RFC 8555 §6.2: each request is signed, including requests that only read (`payload` null). */
  async #post(url: string, payload: object | null): Promise<AcmeResponse> {
    for (let n = 0; ; n += 1) {
      const body = await this.#sign(url, payload);
      try {
        return await this.#request(url, { method: "POST", body });
      } catch (error) {
        // RFC 8555 §6.5: the response has a new nonce.
        if (!(error instanceof AcmeError) || error.type !== BAD_NONCE || n === MAX_NONCES) throw error;
      }
    }
  }

  async #sign(url: string, payload: object | null): Promise<string> {
    const nonce = this.#nonce ?? (await this.#newNonce());
    this.#nonce = null;
    const identity = this.#account === null ? { jwk: this.#jwk() } : { kid: this.#account };
    const head = encode(JSON.stringify({ alg: "ES256", nonce, url, ...identity }));
    const content = payload === null ? "" : encode(JSON.stringify(payload));
    const signature = sign("sha256", Buffer.from(`${head}.${content}`), {
      key: this.#key,
      dsaEncoding: "ieee-p1363",
    });
    return JSON.stringify({ protected: head, payload: content, signature: signature.toString("base64url") });
  }

  async #newNonce(): Promise<string> {
    await this.#request(this.#directory?.newNonce ?? "", { method: "HEAD" });
    return this.#nonce ?? "";
  }

  async #request(url: string, request: { method: string; body?: string }): Promise<AcmeResponse> {
    const response = await requestJson(url, { ...request, ca: this.#options.ca });
    this.#nonce = response.headers["replay-nonce"] ?? this.#nonce;
    if (response.status < 400) return response;
    const { type = "", detail = `status ${response.status}` } = response.body as {
      type?: string;
      detail?: string;
    };
    throw new AcmeError(type, detail);
  }

  /** RFC 7638: the members in this order. */
  #jwk() {
    const { crv, kty, x, y } = createPublicKey(this.#key).export({ format: "jwk" });
    return { crv, kty, x, y };
  }

  #thumbprint(): string {
    return createHash("sha256").update(JSON.stringify(this.#jwk())).digest("base64url");
  }
}

/** Servers occasionally refuse a nonce. More refusals in a row have another cause. */
const MAX_NONCES = 5;

function encode(text: string): string {
  return Buffer.from(text).toString("base64url");
}
