type FirstEmail = {
  baseUrl: string;
  key: string;
  to: string;
  /** Needed only if the account has no default sender. */
  from?: string | undefined;
};

/** A command that sends an email when pasted into a shell. */
export function curlCommand({ baseUrl, key, to, from }: FirstEmail): string {
  const email = {
    ...(from === undefined ? {} : { from }),
    to,
    subject: "Hello from Posthouse",
    html: "<p>It works.</p>",
  };
  return [
    `curl ${quote(`${baseUrl.replace(/\/$/, "")}/api/v1/send`)}`,
    `  -H ${quote(`Authorization: Bearer ${key}`)}`,
    `  -H ${quote("Content-Type: application/json")}`,
    `  -d ${quote(JSON.stringify(email))}`,
  ].join(" \\\n");
}

/** POSIX shell: inside single quotes only the quote itself is special. */
function quote(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
