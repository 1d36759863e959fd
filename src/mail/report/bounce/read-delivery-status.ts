import { type Fields, fieldOf, readFields } from "../message/read-fields.ts";
import type { Action } from "../report.ts";

/** The fields of one recipient in a message/delivery-status (RFC 3464 §2.3), without interpretation. */
export type RecipientStatus = {
  address: string | null;
  originalAddress: string | null;
  action: Action | null;
  status: string | null;
  /** The comment after the code: `(mailbox disabled, not accepting messages)`. */
  comment: string;
  diagnostic: string;
  host: string | null;
};

export type DeliveryStatus = {
  envelopeId: string | null;
  reportingHost: string | null;
  recipients: RecipientStatus[];
};

const RECIPIENT_FIELDS = new Set([
  "final-recipient",
  "original-recipient",
  "action",
  "status",
  "diagnostic-code",
]);

/**
 * Parses the fields of RFC 3464 §2 as servers really write them: with blank lines inside a group or none between two groups,
 * fields of the message among those of a recipient, in any order, and for several recipients.
 */
export function readDeliveryStatus(text: string): DeliveryStatus {
  const fields = readFields(text.replace(/\n[ \t]*\n+/g, "\n"));
  return {
    envelopeId: fieldOf(fields, "original-envelope-id"),
    reportingHost: nameOf(fieldOf(fields, "reporting-mta")),
    recipients: groupsOf(fields).map(readGroup),
  };
}

/** A new group starts at a field that the current group already has. */
function groupsOf(fields: Fields): Fields[] {
  const groups: Fields[] = [];
  let seen = new Set<string>();
  for (const field of fields) {
    const [name] = field;
    if (seen.has(name) || groups.length === 0) {
      if (!RECIPIENT_FIELDS.has(name)) continue;
      groups.push([]);
      seen = new Set();
    }
    if (RECIPIENT_FIELDS.has(name)) seen.add(name);
    groups.at(-1)?.push(field);
  }
  return groups;
}

function readGroup(group: Fields): RecipientStatus {
  const final = addressOf(fieldOf(group, "final-recipient"));
  const originalAddress = addressOf(fieldOf(group, "original-recipient"));
  // RFC 3464 §2.1.2: behind a gateway the final recipient has another kind of address: `x400; /S=ada/O=example/C=GB/`.
  const isForeign = final !== null && !final.includes("@") && originalAddress?.includes("@") === true;
  return {
    address: isForeign ? originalAddress : final,
    originalAddress,
    action: actionOf(fieldOf(group, "action")),
    status: /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(fieldOf(group, "status") ?? "")?.[1] ?? null,
    comment: /\(([^()]*)\)/.exec(fieldOf(group, "status") ?? "")?.[1] ?? "",
    diagnostic: nameOf(fieldOf(group, "diagnostic-code")) ?? "",
    host: nameOf(fieldOf(group, "remote-mta"))?.split(/[\s(]/)[0] ?? null,
  };
}

/** `rfc822; Ada <ada@example.com>` → `ada@example.com`; RFC 6533 §3: `utf-8; \x{FC}@…`, and `\\x5C` for a backslash. */
function addressOf(value: string | null): string | null {
  const named = nameOf(value);
  if (named === null) return null;
  const bare = (/<([^<>]*)>/.exec(named)?.[1] ?? named.replace(/\s\(.*$/, "")).trim();
  const plain = bare
    .replace(/\\x\{([0-9A-F]{1,6})\}/gi, (sequence, hex: string) => {
      const point = Number.parseInt(hex, 16);
      return point < 0x20 || point > 0x10ffff ? sequence : String.fromCodePoint(point);
    })
    .replace(/^"|"$/g, "");
  return plain === "" || plain.length > 320 ? null : plain;
}

/** `dns; mx.example.com` → `mx.example.com`. The type is ignored, because servers do not use it reliably. */
function nameOf(value: string | null): string | null {
  const name = value?.replace(/^\s*[\w-]{2,20}\s*;\s*/, "").trim() ?? "";
  return name === "" ? null : name;
}

function actionOf(value: string | null): Action | null {
  const word = /^\s*([a-z]+)/i.exec(value ?? "")?.[1]?.toLowerCase();
  switch (word) {
    case "failed":
    case "delayed":
    case "delivered":
    case "relayed":
    case "expanded":
      return word;
    // Values that servers have used instead: "failure", "fail", "expired". Others, such as "deliverable", are ignored.
    case "failure":
    case "fail":
    case "expired":
      return "failed";
    default:
      return null;
  }
}
