type SendCommand = {
  /** Where this instance is: `https://mail.example.com`. */
  origin: string;
  /** Of one of the reader's keys, `ph_xxxxxxxx`; null when there is none yet. */
  keyPrefix: string | null;
  to: string;
};

/** The line that sends an email from a terminal. A key is known here by its prefix only. */
export function sendCommand({ origin, keyPrefix, to }: SendCommand): string {
  const body = JSON.stringify({ to, subject: "Hello from Posthouse", html: "<p>It works.</p>" });
  return [
    `curl ${origin}/api/v1/send \\`,
    `  -H "Authorization: Bearer ${keyPrefix === null ? "YOUR_API_KEY" : `${keyPrefix}_…`}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d ${shellQuoted(body)}`,
  ].join("\n");
}

/** POSIX shell: inside single quotes nothing has a meaning but the quote itself. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
