import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../posthouse.ts";
import { until } from "../../until.ts";
import { type Verifier, withServers } from "./verifier.ts";

type Answer = { symbols: { R_DKIM_ALLOW?: { options: string[] } } };

/** An rspamd that only checks DKIM. */
export const verifyWithRspamd: Verifier = async (messages, { address }) => {
  const directory = await mkdtemp(join(tmpdir(), "posthouse-rspamd-"));
  const port = await freePort();
  await writeFile(join(directory, "tld"), "com\norg\nexample\n");
  await writeFile(join(directory, "rspamd.conf"), settings(directory, { port, nameServer: address }));
  const parameters = ["-i", "-f", "-c", join(directory, "rspamd.conf")];
  const rspamd = spawn("rspamd", parameters, { stdio: "ignore", env: withServers });
  const ended = once(rspamd, "exit");
  try {
    const ping = () =>
      fetch(`http://127.0.0.1:${port}/ping`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until(ping, { what: "rspamd to respond" });
    const lists: string[][] = [];
    for (const message of messages) {
      const response = await fetch(`http://127.0.0.1:${port}/checkv2`, {
        method: "POST",
        body: new Uint8Array(message),
      });
      const { symbols } = (await response.json()) as Answer;
      lists.push((symbols.R_DKIM_ALLOW?.options ?? []).map((option) => option.replace(/^.*:s=/, "")));
    }
    return lists;
  } finally {
    rspamd.kill("SIGTERM");
    await ended;
    await rm(directory, { recursive: true, force: true });
  }
};

/** A short list of top-level domains, because compiling the whole list takes longer than everything else. */
function settings(directory: string, { port, nameServer }: { port: number; nameServer: string }): string {
  return `
options {
  filters = "dkim"; tempdir = "${directory}"; hs_cache_dir = "${directory}"; url_tld = "${directory}/tld";
  pidfile = "${directory}/pid"; control_socket = "${directory}/control.sock";
  dns { nameserver = ["${nameServer}"]; timeout = 2s; }
}
logging { type = "console"; level = "error"; }
actions { reject = 15; }
worker "normal" { bind_socket = "127.0.0.1:${port}"; count = 1; }
dkim { }
`;
}
