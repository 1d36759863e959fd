type SendCommand = {
  /** This instance's origin: `https://mail.example.com`. */
  origin: string;
  /** The prefix of one of the user's keys, `ph_xxxxxxxx`; null if there is none. */
  keyPrefix: string | null;
  to: string;
};

/** A command that sends an email. The dashboard knows keys only by prefix. */
export function sendCommand({ origin, keyPrefix, to }: SendCommand): string {
  const body = JSON.stringify({ to, subject: "Hello from Posthouse", html: "<p>It works.</p>" });
  return [
    `curl ${origin}/api/v1/send \\`,
    `  -H "Authorization: Bearer ${keyPrefix === null ? "YOUR_API_KEY" : `${keyPrefix}_…`}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d ${shellQuoted(body)}`,
  ].join("\n");
}

/** POSIX shell: inside single quotes only the quote itself is special. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
