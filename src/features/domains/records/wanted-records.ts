import type { Domain } from "../domain.ts";
import type { Hosts } from "../domain-deps.ts";
import { type DomainKey, keyRecord, rankOfKeyRecord } from "./key-records.ts";
import type { WantedRecord } from "./wanted-record.ts";

type DomainSetup = { domain: Domain; keys: readonly DomainKey[]; hosts: Hosts };

/** All records of a domain, most important first. */
export function wantedRecords({ domain, keys, hosts }: DomainSetup): WantedRecord[] {
  return [
    ownershipRecord(domain),
    ...keys.map((key) => keyRecord(domain, key)).sort((a, b) => rankOfKeyRecord(a) - rankOfKeyRecord(b)),
    ...returnPathRecords(domain, hosts),
    spfRecord(domain),
    dmarcRecord(domain),
    tlsReportsRecord(domain),
    ...trackingRecords(domain, hosts),
  ];
}

export const OWNERSHIP_PREFIX = "posthouse-verification=";

/** The host that receives bounces of the domain's mail. */
export function returnPathHost({ name, return_path }: Pick<Domain, "name" | "return_path">): string {
  return `${return_path}.${name}`;
}

function ownershipRecord({ name, token }: Domain): WantedRecord {
  return {
    id: "ownership",
    purpose: "ownership",
    type: "TXT",
    name: `_posthouse.${name}`,
    value: OWNERSHIP_PREFIX + token,
    need: "required",
    meaning: "Proves that the domain is yours. Keep it in place: it is checked every day.",
    key: null,
  };
}

function returnPathRecords(domain: Domain, hosts: Hosts): WantedRecord[] {
  const name = returnPathHost(domain);
  const shared = { purpose: "return_path", name, need: "recommended", key: null } as const;
  return [
    {
      ...shared,
      id: "return_path_mx",
      type: "MX",
      value: `10 ${hosts.inbound}`,
      meaning: "Delivers bounces and complaints to Posthouse.",
    },
    {
      ...shared,
      id: "return_path_spf",
      type: "TXT",
      // Only this instance uses the host: the server that receives its bounces also sends its mail.
      value: "v=spf1 mx ~all",
      meaning:
        "Authorizes this server to send with the return path (SPF, aligned with your domain for DMARC).",
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
    // RFC 7489 §3.1.2: DMARC checks SPF of the return path, which has its own record.
    need: "optional",
    meaning:
      "Lists the servers that may send for the domain itself, for receivers that check it. Use one record for all of your senders.",
    key: null,
  };
}

function dmarcRecord(domain: Domain): WantedRecord {
  return {
    id: "dmarc",
    purpose: "dmarc",
    type: "TXT",
    name: `_dmarc.${domain.name}`,
    // RFC 7489 §7.1: an address within the domain needs no authorization record.
    value: `v=DMARC1; p=none; rua=mailto:dmarc@${returnPathHost(domain)}`,
    need: "recommended",
    meaning:
      "Sets what receivers do with mail that is not from you, and where they send reports. Large providers require it.",
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
    // The reports are about mail to the domain. Sending does not depend on them.
    need: "optional",
    meaning: "Requests reports about the encryption of mail sent to your domain. You can read them here.",
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
      meaning: "Lets tracked links in your mail use your own domain.",
      key: null,
    },
  ];
}
