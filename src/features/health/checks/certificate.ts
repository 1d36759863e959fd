import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type Check, failed, ok, warning } from "./check.ts";

/** Certbot renews a month before the end; whoever has only two weeks left has missed a renewal. */
const soonDays = 14;
const dayMs = 86_400_000;

export const certificateCheck: Check<"config"> = {
  id: "certificate",
  title: "Certificate of SMTP",
  examine: async ({ config: { smtpCertificate } }) => {
    if (!smtpCertificate)
      return [ok("self-signed: programs that check certificates need SMTP_TLS_CERT and SMTP_TLS_KEY")];
    const text = await readFile(smtpCertificate.certFile, "utf8").catch(() => null);
    if (text === null)
      return [
        failed(`${smtpCertificate.certFile} cannot be read`, "correct SMTP_TLS_CERT, or its permissions"),
      ];
    const { validToDate } = new X509Certificate(text);
    const days = Math.floor((validToDate.getTime() - Date.now()) / dayMs);
    if (days < 0)
      return [failed(`expired on ${dayOf(validToDate)}`, "renew it; the new file is read by itself")];
    const said = `valid until ${dayOf(validToDate)}, ${days} days`;
    return [days < soonDays ? warning(said, "renew it; the new file is read by itself") : ok(said)];
  },
};

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
