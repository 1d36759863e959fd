import { afterEach } from "vitest";
import { type DnsStub, startDnsServer } from "./dns-server.ts";
import type { DnsEntry } from "./dns-zone.ts";

export type ZoneEntries = Record<string, DnsEntry | unknown[]>;

/** Resolvers that are closed after each test. */
export function makeDnsStubs() {
  const stubs: DnsStub[] = [];
  afterEach(async () => {
    await Promise.all(stubs.splice(0).map((stub) => stub.close()));
  });
  return async (zone: ZoneEntries = {}): Promise<DnsStub> => {
    const stub = await startDnsServer(zone);
    stubs.push(stub);
    return stub;
  };
}
