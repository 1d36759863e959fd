import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { hasPostfix, startPostfix } from "../harness/postfix.ts";
import { type MailServer, OWN_DOMAIN } from "./mail-server.ts";
import { hasUnpackedServers, startUnpacked, type UnpackedProgram } from "./unpacked-server.ts";

const exim: UnpackedProgram = {
  name: "exim",
  command: ["/usr/sbin/exim4", "-bdf", "-q5s"],
  // Exim keeps its rights only with this path.
  configPath: "etc/exim4/exim4.conf",
  maildir: "mail/exim",
  queue: "var/spool/exim4/input",
  config: (port) => `
primary_hostname = ${OWN_DOMAIN}
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
tls_advertise_hosts =
acl_smtp_rcpt = take
acl_smtp_data = take
log_file_path = /var/log/exim4/%slog
keep_environment =
begin acl
take:
  accept
begin routers
all:
  driver = accept
  transport = maildir
begin transports
maildir:
  driver = appendfile
  directory = /mail/exim
  maildir_format
  create_directory
  envelope_to_add
  user = vmail
`,
};

const openSmtpd: UnpackedProgram = {
  name: "opensmtpd",
  command: ["/usr/sbin/smtpd", "-d", "-f", "/etc/smtpd.conf"],
  configPath: "etc/smtpd.conf",
  maildir: "mail/opensmtpd",
  queue: "var/spool/smtpd/queue",
  config: (port) => `
listen on 127.0.0.1 port ${port} hostname ${OWN_DOMAIN}
action "in" maildir "/mail/opensmtpd" virtual { "@" = vmail }
match from any for any action "in"
`,
};

/** Postfix that accepts bare line ends, as older versions do by default. */
async function startGulliblePostfix(): Promise<MailServer> {
  const postfix = await startPostfix({
    domains: [OWN_DOMAIN],
    settings: { smtpd_forbid_bare_newline: "no", smtpd_forbid_unauth_pipelining: "no" },
  });
  const queue = () =>
    execFileSync("/usr/sbin/postqueue", ["-c", `${postfix.directory}/config`, "-j"], { encoding: "utf8" });
  return {
    name: "postfix",
    port: postfix.port,
    isIdle: async () => queue().trim() === "",
    messages: async () => Promise.all((await postfix.messages()).map((path) => readFile(path, "latin1"))),
    log: () => postfix.log(),
    stop: () => postfix.stop(),
  };
}

/** Starts each server that can run here, by name. `.ci/run` installs all of them. */
export function startersOfDebianServers(): [string, () => Promise<MailServer>][] {
  const starters: [string, () => Promise<MailServer>][] = [];
  if (hasPostfix()) starters.push(["postfix", startGulliblePostfix]);
  if (hasUnpackedServers())
    for (const program of [exim, openSmtpd]) starters.push([program.name, () => startUnpacked(program)]);
  return starters;
}
