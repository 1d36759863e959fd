import type { Domain } from "../domain.ts";
import type { Hosts } from "../domain-deps.ts";
import { type DomainKey, keyRecord, rankOfKeyRecord } from "./key-records.ts";
import type { WantedRecord } from "./wanted-record.ts";

type Given = { domain: Domain; keys: readonly DomainKey[]; hosts: Hosts };

/** All records of a domain, in the order in which people should see to them. */
export function wantedRecords({ domain, keys, hosts }: Given): WantedRecord[] {
  return [
    ownershipRecord(domain),
    ...keys
      .map((key) => keyRecord(domain, key))
      .sort((one, other) => rankOfKeyRecord(one) - rankOfKeyRecord(other)),
    ...returnPathRecords(domain, hosts),
    spfRecord(domain),
    dmarcRecord(domain),
    tlsReportsRecord(domain),
    ...trackingRecords(domain, hosts),
  ];
}

export const ownershipPrefix = "posthouse-verification=";

/** Where bounces of the domain's mail come in. */
export function returnPathHost({ name, return_path }: Pick<Domain, "name" | "return_path">): string {
  return `${return_path}.${name}`;
}

function ownershipRecord({ name, token }: Domain): WantedRecord {
  return {
    id: "ownership",
    purpose: "ownership",
    type: "TXT",
    name: `_posthouse.${name}`,
    value: ownershipPrefix + token,
    need: "required",
    meaning: "Proves that the domain is yours. Leave it in place: it is looked at every day.",
    key: null,
  };
}

function returnPathRecords(domain: Domain, hosts: Hosts): WantedRecord[] {
  const name = returnPathHost(domain);
  const both = { purpose: "return_path", name, need: "recommended", key: null } as const;
  return [
    {
      ...both,
      id: "return_path_mx",
      type: "MX",
      value: `10 ${hosts.inbound}`,
      meaning: "Brings bounces and complaints back to Posthouse.",
    },
    {
      ...both,
      id: "return_path_spf",
      type: "TXT",
      // The domain is there for this instance alone: who takes its bounces also sends its mail.
      value: "v=spf1 mx ~all",
      meaning: "Lets this server send with that return path (SPF, aligned with your domain for DMARC).",
    },
  ];
}

function spfRecord(domain: Domain): WantedRecord {
  return {
    id: "spf",
    purpose: "spf",
    type: "TXT",
    name: domain.name,
    value: `v=spf1 include:${returnPathHost(domain)} ~all`,
    // RFC 7489 §3.1.2: DMARC looks at the return path, which has a record of its own.
    need: "optional",
    meaning:
      "Says who sends for the domain itself, for those who look there. One record holds all of your senders.",
    key: null,
  };
}

function dmarcRecord(domain: Domain): WantedRecord {
  return {
    id: "dmarc",
    purpose: "dmarc",
    type: "TXT",
    name: `_dmarc.${domain.name}`,
    // RFC 7489 §7.1: an address within the domain needs no consent of another.
    value: `v=DMARC1; p=none; rua=mailto:dmarc@${returnPathHost(domain)}`,
    need: "recommended",
    meaning:
      "Says what receivers do with mail that is not from you, and where they report. Large providers demand it.",
    key: null,
  };
}

/** RFC 8460 §3. */
function tlsReportsRecord(domain: Domain): WantedRecord {
  return {
    id: "tls_reports",
    purpose: "tls_reports",
    type: "TXT",
    name: `_smtp._tls.${domain.name}`,
    value: `v=TLSRPTv1; rua=mailto:tls-reports@${returnPathHost(domain)}`,
    // It is about mail to the domain, and none of ours depends on it.
    need: "optional",
    meaning:
      "Lets others report whether mail to your domain reached it encrypted; you read their reports here.",
    key: null,
  };
}

function trackingRecords({ name, tracking_host }: Domain, hosts: Hosts): WantedRecord[] {
  if (tracking_host === null) return [];
  return [
    {
      id: "tracking",
      purpose: "tracking",
      type: "CNAME",
      name: `${tracking_host}.${name}`,
      value: hosts.web,
      need: "optional",
      meaning:
        "For links in your mail to carry your own name. Links are not tracked yet, so nothing uses it so far.",
      key: null,
    },
  ];
}
