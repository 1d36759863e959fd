import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type Check, failed, ok, warning } from "./check.ts";

/** Certbot renews a month before expiry, so two weeks left means that a renewal failed. */
const WARNING_DAYS = 14;
const DAY_MS = 86_400_000;

export const certificateCheck: Check<"config"> = {
  id: "certificate",
  title: "SMTP certificate",
  examine: async ({ config: { smtpCertificate } }) => {
    if (!smtpCertificate)
      return [ok("self-signed: set SMTP_TLS_CERT and SMTP_TLS_KEY for clients that verify certificates")];
    const text = await readFile(smtpCertificate.certFile, "utf8").catch(() => null);
    if (text === null)
      return [
        failed(
          `${smtpCertificate.certFile} cannot be read`,
          "correct SMTP_TLS_CERT or the file's permissions",
        ),
      ];
    const { validToDate } = new X509Certificate(text);
    const days = Math.floor((validToDate.getTime() - Date.now()) / DAY_MS);
    if (days < 0)
      return [failed(`expired on ${dayOf(validToDate)}`, "renew it; the new file is loaded automatically")];
    const validity = `valid until ${dayOf(validToDate)} (${days} days)`;
    return [
      days < WARNING_DAYS
        ? warning(validity, "renew it; the new file is loaded automatically")
        : ok(validity),
    ];
  },
};

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
