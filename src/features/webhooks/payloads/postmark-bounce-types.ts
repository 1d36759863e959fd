/** Postmark's bounce types that Posthouse uses (postmarkapp.com/developer/api/bounce-api#bounce-types). */
const TYPES = {
  HardBounce: { TypeCode: 1, Name: "Hard bounce" },
  SpamNotification: { TypeCode: 512, Name: "Spam notification" },
  Unknown: { TypeCode: 2048, Name: "Unknown" },
  SoftBounce: { TypeCode: 4096, Name: "Soft bounce" },
  VirusNotification: { TypeCode: 8192, Name: "Virus notification" },
  SpamComplaint: { TypeCode: 100_001, Name: "Spam complaint" },
  Blocked: { TypeCode: 100_006, Name: "ISP block" },
  DMARCPolicy: { TypeCode: 100_009, Name: "DMARC Policy" },
};

export type PostmarkBounceType = keyof typeof TYPES;

const BY_REASON: Readonly<Record<string, PostmarkBounceType>> = {
  no_such_user: "HardBounce",
  no_such_domain: "HardBounce",
  moved: "HardBounce",
  takes_no_mail: "HardBounce",
  spam_content: "SpamNotification",
  blocked_sender_ip: "Blocked",
  policy: "Blocked",
  virus: "VirusNotification",
  auth_failure: "DMARCPolicy",
  "": "Unknown",
};

/** Postmark's bounce type for the reason of a refusal. An empty reason is unknown. */
export function postmarkBounceType(reason: string): PostmarkBounceType {
  return BY_REASON[reason] ?? "SoftBounce";
}

export function postmarkTypeFields(type: PostmarkBounceType) {
  return { Type: type, ...TYPES[type] };
}
