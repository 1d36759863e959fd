import type { FindingList } from "./finding-list.ts";

type Headers = readonly (readonly [string, string])[];

type Inspected = { headers: Headers; recipientCount: number; stream?: "transactional" | "bulk" };

export function inspectHeaders({ headers, recipientCount, stream }: Inspected, findings: FindingList): void {
  const seen = new Set<string>();
  for (const [name, value] of headers) {
    if (value.trim() === "") findings.add("header_empty", `headers.${name}`);
    if (seen.has(name.toLowerCase())) findings.add("header_repeated", `headers.${name}`);
    seen.add(name.toLowerCase());
  }
  // Bulk mail gets the header when it is rendered for each recipient.
  inspectUnsubscribe(headers, { isExpected: recipientCount > 1 && stream !== "bulk" }, findings);
}

/** RFC 2369 §3.2: URLs in angle brackets. RFC 8058 §3.1: one of them is https, and List-Unsubscribe-Post is present. */
function inspectUnsubscribe(
  headers: Headers,
  { isExpected }: { isExpected: boolean },
  findings: FindingList,
): void {
  const unsubscribe = valueOfHeader(headers, "list-unsubscribe");
  if (unsubscribe === null) {
    if (isExpected) findings.add("unsubscribe_missing");
    return;
  }
  const at = "headers.List-Unsubscribe";
  if (!/<(https:\/\/|mailto:)[^\s<>]+>/i.test(unsubscribe)) findings.add("unsubscribe_unusable", at);
  const isOneClick = valueOfHeader(headers, "list-unsubscribe-post")?.trim() === "List-Unsubscribe=One-Click";
  if (/<https:\/\//i.test(unsubscribe) && !isOneClick) findings.add("unsubscribe_not_one_click", at);
}

function valueOfHeader(headers: Headers, lowerName: string): string | null {
  return headers.find(([name]) => name.toLowerCase() === lowerName)?.[1] ?? null;
}
