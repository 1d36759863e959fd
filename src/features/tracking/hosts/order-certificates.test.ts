import { expect, test } from "vitest";
import { AcmeError } from "../../../platform/acme/index.ts";
import { problemOfOrder, wordsOfFailedOrder } from "./order-certificates.ts";

const of = (error: unknown) => problemOfOrder("links.shop.example", error);
const urn = (type: string) => `urn:ietf:params:acme:error:${type}`;

test("the problem of an order has the authority's explanation, and what to do about a CAA record", () => {
  const detail = "CAA record for links.shop.example prevents issuance";
  expect(of(new AcmeError(urn("caa"), detail))).toBe(
    `No certificate could be issued for links.shop.example: a CAA record in the DNS forbids it (${detail}). Allow the certificate authority there, for example with 0 issue "letsencrypt.org".`,
  );
  expect(of(new AcmeError(urn("dns"), "No such name."))).toBe(
    "No certificate could be issued for links.shop.example: No such name.",
  );
  expect(of(new Error("connect ECONNREFUSED"))).toBe(
    "No certificate could be issued for links.shop.example: the certificate authority cannot be reached",
  );
});

test.each([
  [
    "at its time",
    { dueAt: new Date("2026-11-30T14:05:59Z"), isWanted: true },
    "The next try is on 2026-11-30 at 14:05 UTC. If you have fixed the problem, check the host: Posthouse then tries again, at most every 15 minutes.",
  ],
  [
    "soon",
    { dueAt: new Date("2026-11-29T12:00:00Z"), isWanted: true },
    "The next try begins within a minute.",
  ],
  [
    "not before the DNS record is in place",
    { dueAt: new Date("2026-11-29T12:00:00Z"), isWanted: false },
    "The next try follows when the CNAME record of the host is found.",
  ],
])("users see that a failed order is tried again %s", (_, order, next) => {
  const now = new Date("2026-11-29T12:00:00Z");
  expect(wordsOfFailedOrder({ ...order, problem: "It failed" }, now)).toBe(`It failed. ${next}`);
  expect(wordsOfFailedOrder({ ...order, problem: "It failed." }, now)).toBe(`It failed. ${next}`);
});
