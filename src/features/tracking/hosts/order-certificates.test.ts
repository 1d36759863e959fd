import { expect, test } from "vitest";
import { AcmeError } from "../../../platform/acme/index.ts";
import { problemOfOrder } from "./order-certificates.ts";

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
