import { X509Certificate } from "node:crypto";
// Imported past the index, which loads the SMTP server.
import { loadCertificate } from "../../../platform/smtp-server/certificate/watch-certificate.ts";
import { type Check, type Finding, failed, ok, warning } from "./check.ts";

/** Certbot renews a month before expiry, so two weeks left means that a renewal failed. */
const WARNING_DAYS = 14;
const DAY_MS = 86_400_000;

export const certificateCheck: Check<"config" | "delivery"> = {
  id: "certificate",
  title: "SMTP certificate",
  examine: async ({ config: { smtpCertificate }, delivery }) => {
    if (!smtpCertificate) return [selfSigned(delivery !== null && delivery.mode !== "capture")];
    const loaded = await loadCertificate(smtpCertificate).catch((error: Error) => error);
    if (loaded instanceof Error)
      return [failed(loaded.message, "correct SMTP_TLS_CERT, SMTP_TLS_KEY or the files' permissions")];
    const { validToDate } = new X509Certificate(loaded.cert);
    const days = Math.floor((validToDate.getTime() - Date.now()) / DAY_MS);
    if (days < 0)
      return [
        failed(
          `the SMTP certificate expired on ${dayOf(validToDate)}`,
          "renew it; the new file is loaded automatically",
        ),
      ];
    const validity = `the SMTP certificate is valid until ${dayOf(validToDate)} (${days} days)`;
    return [
      days < WARNING_DAYS
        ? warning(validity, "renew it; the new file is loaded automatically")
        : ok(validity),
    ];
  },
};

/** In test mode, programs of developers submit mail, which accept it. On a live instance, some programs cannot submit. */
function selfSigned(isLive: boolean): Finding {
  const next = "set SMTP_TLS_CERT and SMTP_TLS_KEY";
  return isLive
    ? warning(
        "the SMTP certificate is self-signed: programs that verify certificates cannot submit mail by SMTP",
        next,
      )
    : ok(`the SMTP certificate is self-signed: before you go live, ${next}`);
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
