import { needsSmtpUtf8 } from "../../address/index.ts";
import type { Job, JobWithNeeds, Session } from "./job.ts";
import type { LocalRefusal, Verdicts } from "./verdicts.ts";

/** The characters allowed between `<` and `>`: none that could end the path or the line (RFC 5321 §4.1.2). */
const PATH = /^(?:"[^\p{Cc}\p{Zl}\p{Zp}<>]*"|[^\p{Cc}\p{Z}<>"]+)@[^\p{Cc}\p{Z}<>"@]+$/u;

/**
 * Refuses recipients to whom the message cannot be sent: an address is invalid, or the server lacks an extension or accepts
 * only smaller messages.
 */
export function refuseLocally({ host, capabilities }: Session, job: JobWithNeeds, verdicts: Verdicts): void {
  const { sizeLimit, smtpUtf8, eightBitMime } = capabilities;
  const bytes = job.message.length;
  if (job.from !== "" && !PATH.test(job.from)) {
    refuseAll(job, verdicts, {
      enhanced: "5.1.7",
      reason: "The sender address contains characters that SMTP does not allow.",
    });
  }
  // RFC 1870 §6.
  if (sizeLimit > 0 && bytes > sizeLimit) {
    const reason = `The message has ${bytes} bytes; ${host} accepts at most ${sizeLimit}.`;
    refuseAll(job, verdicts, { enhanced: "5.3.4", reason, lacks: true });
  }
  // RFC 6531 §3.1 (2): without the extension such an address or header must not be sent.
  if (!smtpUtf8 && (job.smtpUtf8 || needsSmtpUtf8(job.from))) {
    const reason = `The message needs SMTPUTF8, which ${host} does not offer.`;
    refuseAll(job, verdicts, { enhanced: "5.6.7", reason, lacks: true });
  }
  // RFC 6152 §3: without the extension, no octet over 127 may be sent "under any circumstances". The client may re-encode
  // the message or fail it. We fail it, because re-encoding would break the signatures of a message that we only relay.
  if (!eightBitMime && job.eightBitMime) {
    const reason = `The message has 8-bit text, and ${host} does not offer 8BITMIME.`;
    refuseAll(job, verdicts, { enhanced: "5.6.3", reason, lacks: true });
  }
  for (const [index, address] of job.recipients.entries()) {
    if (!PATH.test(address)) {
      const reason = "The recipient address contains characters that SMTP does not allow.";
      verdicts.refuseHere(index, { phase: "rcpt", enhanced: "5.1.3", reason });
    } else if (!smtpUtf8 && needsSmtpUtf8(address)) {
      const reason = `The address needs SMTPUTF8, which ${host} does not offer.`;
      verdicts.refuseHere(index, { phase: "rcpt", enhanced: "5.6.7", reason, lacks: true });
    }
  }
}

function refuseAll(job: Job, verdicts: Verdicts, refusal: Omit<LocalRefusal, "phase">): void {
  for (const index of job.recipients.keys()) verdicts.refuseHere(index, { phase: "mail", ...refusal });
}
