import { createHash, X509Certificate } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type TLSSocket } from "node:tls";
import { generate } from "selfsigned";
import { afterEach, expect, test } from "vitest";
import { reasonToRefuseChain } from "./dane/reason-to-refuse-chain.ts";
import { reasonToRefusePeer } from "./reason-to-refuse-peer.ts";
import type { TlsPolicy } from "./tls-policy.ts";

type Pair = { cert: string; key: string };
type CertificateOptions = {
  name: string;
  by?: Pair;
  isAuthority?: boolean;
  until?: Date;
  keyPair?: { privateKey: string; publicKey: string };
};

async function issue({ name, by, isAuthority = false, until, keyPair }: CertificateOptions): Promise<Pair> {
  const made = await generate([{ name: "commonName", value: name }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: new Date("2020-01-01"),
    notAfterDate: until ?? new Date("2100-01-01"),
    extensions: [
      { name: "basicConstraints", cA: isAuthority, critical: true },
      ...(isAuthority
        ? []
        : [{ name: "subjectAltName" as const, altNames: [{ type: 2 as const, value: name }] }]),
    ],
    ...(by ? { ca: by } : {}),
    ...(keyPair ? { keyPair } : {}),
  });
  return { cert: made.cert, key: made.private };
}

const root = await issue({ name: "Root", isAuthority: true });
const middle = await issue({ name: "Middle", by: root, isAuthority: true });
const leaf = await issue({ name: "mx.a.example", by: middle });
const expired = await issue({ name: "mx.a.example", by: middle, until: new Date("2021-01-01") });
const elsewhere = await issue({ name: "mx.b.example", by: middle });
const oldMiddle = await issue({ name: "Old", by: root, isAuthority: true, until: new Date("2021-01-01") });
const underOld = await issue({ name: "mx.a.example", by: oldMiddle });
const notAuthority = await issue({ name: "mx.c.example", by: middle });
const underNotAuthority = await issue({ name: "mx.a.example", by: notAuthority });
/** An authority with the name of `middle` and another key. */
const falseMiddle = await issue({ name: "Middle", isAuthority: true });
const forged = await issue({ name: "mx.a.example", by: falseMiddle });
const selfSigned = await issue({ name: "mx.a.example" });

const open: { server: Server; socket: TLSSocket }[] = [];
afterEach(() => {
  for (const { server, socket } of open.splice(0)) {
    socket.destroy();
    server.close();
  }
});

/** The client's side of a real handshake with a server that sends these certificates, its own first. */
async function meet([own, ...others]: [Pair, ...Pair[]]): Promise<TLSSocket> {
  const server = createServer({ key: own.key, cert: [own, ...others].map(({ cert }) => cert).join("\n") });
  server.on("secureConnection", (socket) => socket.on("error", () => undefined));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect({
    port: (server.address() as AddressInfo).port,
    host: "127.0.0.1",
    servername: "mx.a.example",
    ca: root.cert,
    rejectUnauthorized: false,
  });
  open.push({ server, socket });
  await once(socket, "secureConnect");
  return socket;
}

const HASHES = ["", "sha256", "sha512"];
function tlsa(usage: number, selector: number, matchingType: number, { cert }: Pair) {
  const shown = new X509Certificate(cert);
  const data = selector === 0 ? shown.raw : shown.publicKey.export({ type: "spki", format: "der" });
  const certificate =
    matchingType === 0
      ? data
      : createHash(HASHES[matchingType] ?? "")
          .update(data)
          .digest();
  return { usage, selector, matchingType, certificate };
}

type Records = Extract<TlsPolicy, { by: "dane" }>["records"];
const dane = (...records: Records) =>
  ({ kind: "enforced", by: "dane", why: "", records, names: ["mx.a.example", "a.example"] }) as const;
const mtaSts = { kind: "enforced", by: "mta-sts", why: "" } as const;
const opportunistic = { kind: "opportunistic", why: "" } as const;
const chain: [Pair, ...Pair[]] = [leaf, middle];

test.each<[string, [Pair, ...Pair[]], Parameters<typeof reasonToRefusePeer>[0], string | null]>([
  ["opportunistic: self-signed", [selfSigned], opportunistic, null],
  ["opportunistic: expired, for another name", [elsewhere], opportunistic, null],
  ["MTA-STS: a valid certificate", chain, mtaSts, null],
  ["MTA-STS: self-signed", [selfSigned], mtaSts, "is self-signed"],
  ["MTA-STS: expired", [expired, middle], mtaSts, "has expired"],
  ["MTA-STS: another name", [elsewhere, middle], mtaSts, "is for another name"],
  ["MTA-STS: an untrusted authority", [forged, falseMiddle], mtaSts, "not trusted"],
  ["MTA-STS: an authority that is not sent", [leaf], mtaSts, "not trusted"],
  ["DANE 3 1 1: the server's key", chain, dane(tlsa(3, 1, 1, leaf)), null],
  ["DANE 3 0 1: the server's certificate", chain, dane(tlsa(3, 0, 1, leaf)), null],
  ["DANE 3 1 2: the server's key, by SHA-512", chain, dane(tlsa(3, 1, 2, leaf)), null],
  ["DANE 3 1 0: the server's whole key", chain, dane(tlsa(3, 1, 0, leaf)), null],
  ["DANE 3: self-signed", [selfSigned], dane(tlsa(3, 1, 1, selfSigned)), null],
  ["DANE 3: expired", [expired], dane(tlsa(3, 1, 1, expired)), null],
  ["DANE 3: another name", [elsewhere], dane(tlsa(3, 1, 1, elsewhere)), null],
  ["DANE 3: the second record", chain, dane(tlsa(3, 1, 1, selfSigned), tlsa(3, 1, 1, leaf)), null],
  ["DANE 3: another key", chain, dane(tlsa(3, 1, 1, selfSigned)), "does not match its TLSA records"],
  [
    "DANE 3: the authority's key instead of the server's",
    chain,
    dane(tlsa(3, 1, 1, middle)),
    "does not match",
  ],
  ["DANE 2 0 1: the issuer", chain, dane(tlsa(2, 0, 1, middle)), null],
  ["DANE 2 1 2: the issuer's key", chain, dane(tlsa(2, 1, 2, middle)), null],
  ["DANE 2: the issuer's issuer", [leaf, middle, root], dane(tlsa(2, 0, 1, root)), null],
  [
    "DANE 2: an authority trusted only by the record",
    [forged, falseMiddle],
    dane(tlsa(2, 1, 1, falseMiddle)),
    null,
  ],
  ["DANE 2: another authority", chain, dane(tlsa(2, 1, 1, oldMiddle)), "does not match"],
  ["DANE 2: the server's own key", [selfSigned], dane(tlsa(2, 1, 1, selfSigned)), "does not match"],
  [
    "DANE 2: another name",
    [elsewhere, middle],
    dane(tlsa(2, 0, 1, middle)),
    "is not for mx.a.example or a.example",
  ],
  ["DANE 2: expired", [expired, middle], dane(tlsa(2, 0, 1, middle)), "has expired"],
  [
    "DANE 2: an authority in between has expired",
    [underOld, oldMiddle, root],
    dane(tlsa(2, 0, 1, root)),
    "has expired",
  ],
  [
    "DANE 2: signed by another key with the authority's name",
    [forged, middle],
    dane(tlsa(2, 0, 1, middle)),
    "was not issued by",
  ],
  [
    "DANE 2: signed by a certificate that is not an authority",
    [underNotAuthority, notAuthority, middle],
    dane(tlsa(2, 0, 1, middle)),
    "was not issued by",
  ],
  ["DANE, no usable record", [selfSigned], dane(), null],
])("%s (E27)", async (_what, certificates, policy, expected) => {
  const socket = await meet(certificates);
  const reason = reasonToRefusePeer(policy, socket);
  if (expected === null) expect(reason).toBeNull();
  else expect(reason).toContain(expected);
});

test("DANE 2: an authority with the issuer's key and another name (E27)", async () => {
  const { publicKey } = new X509Certificate(middle.cert);
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  const other = await issue({
    name: "Other",
    isAuthority: true,
    keyPair: { privateKey: middle.key, publicKey: pem },
  });
  const shown = [leaf, other].map(({ cert }) => new X509Certificate(cert));
  const terms = { ...dane(tlsa(2, 0, 1, other)), now: new Date() };
  expect(reasonToRefuseChain(shown, terms)).toContain("was not issued by");
});

test("DANE: no certificate at all (E27)", () => {
  const peer = {
    authorized: false,
    authorizationError: new Error("x"),
    getPeerCertificate: () => ({}),
  } as unknown as TLSSocket;
  expect(reasonToRefusePeer(dane(tlsa(3, 1, 1, leaf)), peer)).toContain("no certificate");
});
