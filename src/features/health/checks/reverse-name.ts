import { isIPv6 } from "node:net";

/** The labels of an address's reverse DNS name, without the suffix (RFC 1035 §3.5, RFC 3596 §2.5). */
export function reverseName(address: string): string {
  if (!isIPv6(address)) return address.split(".").toReversed().join(".");
  const [head = "", tail = ""] = address.split("::");
  const groups = (text: string) => text.split(":").filter(Boolean);
  const zeros = 8 - groups(head).length - groups(tail).length;
  const all = address.includes("::")
    ? [...groups(head), ...Array.from({ length: zeros }, () => "0"), ...groups(tail)]
    : groups(address);
  return [...all.map((group) => group.padStart(4, "0")).join("")].toReversed().join(".");
}

export function pointerName(address: string): string {
  return `${reverseName(address)}.${isIPv6(address) ? "ip6" : "in-addr"}.arpa`;
}
