import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { greets } from "./greets.ts";
import { freePort } from "./posthouse.ts";
import { until } from "./until.ts";

const BINARY = "/usr/sbin/postfix";
/** virtual(8) refuses to deliver as root, so the user "nobody" owns the mailboxes. */
const MAILBOX_USER = 65_534;

export type PostfixOptions = {
  /** Domains whose mail is delivered to the maildir. */
  domains?: string[];
  /** Receives all other mail, as host:port. */
  relayTo?: string;
  /** Additional lines of main.cf. */
  settings?: Record<string, string>;
};

/** Debian's Postfix with its own configuration, queue and mailboxes in a temporary directory. Requires root. */
export class Postfix {
  readonly port: number;
  readonly directory: string;
  readonly #child: ChildProcess;

  constructor(start: { port: number; directory: string; child: ChildProcess }) {
    this.port = start.port;
    this.directory = start.directory;
    this.#child = start.child;
  }

  get maildir(): string {
    return join(this.directory, "mail", "inbox");
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null;
  }

  /** The log so far. */
  async log(): Promise<string> {
    return readFile(join(this.directory, "log"), "utf8").catch(() => "nothing");
  }

  /** Paths of delivered messages. */
  async messages(): Promise<string[]> {
    const directory = join(this.maildir, "new");
    const names = await readdir(directory).catch(() => []);
    return names.map((name) => join(directory, name));
  }

  /** Changes settings of the running server. */
  configure(settings: Record<string, string>): void {
    const config = join(this.directory, "config");
    const pairs = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    execFileSync("/usr/sbin/postconf", ["-c", config, "-e", ...pairs]);
    execFileSync(BINARY, ["-c", config, "reload"], { stdio: "ignore" });
  }

  /** Retries all mail in the queue now. */
  flush(): void {
    execFileSync(BINARY, ["-c", join(this.directory, "config"), "flush"], { stdio: "ignore" });
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, "exit");
    if (!this.hasEnded) {
      execFileSync(BINARY, ["-c", join(this.directory, "config"), "stop"], { stdio: "ignore" });
      await ended;
    }
    await rm(this.directory, { recursive: true, force: true });
  }
}

/** Whether Postfix can run here. */
export function hasPostfix(): boolean {
  // In CI, .ci/run installs it, so a missing one is a failure.
  return (existsSync(BINARY) || process.env.CI !== undefined) && process.getuid?.() === 0;
}

export async function startPostfix(options: PostfixOptions): Promise<Postfix> {
  const directory = await mkdtemp(join(tmpdir(), "postfix-"));
  const port = await freePort();
  // Postfix's users need access to their directories below this one.
  await chmod(directory, 0o755);
  const [config, queue, data, mail] = ["config", "queue", "data", "mail"].map((name) =>
    join(directory, name),
  );
  for (const path of [config, queue, data, mail]) await mkdir(path as string);
  await chown(data as string, userId("postfix"), 0);
  await chown(mail as string, MAILBOX_USER, MAILBOX_USER);
  await writeFile(join(config as string, "main.cf"), mainCf(directory, options));
  await writeFile(join(config as string, "master.cf"), masterCf(port));
  const child = spawn(BINARY, ["-c", config as string, "start-fg"], { stdio: "ignore" });
  const postfix = new Postfix({ port, directory, child });
  await until(
    async () => {
      if (postfix.hasEnded) throw new Error(`postfix ended: ${await postfix.log()}`);
      return greets(port);
    },
    { what: "postfix to greet" },
  );
  return postfix;
}

function userId(name: string): number {
  return Number(execFileSync("id", ["-u", name], { encoding: "utf8" }));
}

function mainCf(directory: string, { domains = [], relayTo, settings = {} }: PostfixOptions): string {
  const all = {
    compatibility_level: "3.6",
    maillog_file: join(directory, "log"),
    maillog_file_prefixes: directory,
    queue_directory: join(directory, "queue"),
    data_directory: join(directory, "data"),
    myhostname: "mx.posthouse.test",
    mydestination: "",
    inet_interfaces: "127.0.0.1",
    inet_protocols: "ipv4",
    mynetworks: "127.0.0.0/8",
    alias_maps: "",
    alias_database: "",
    biff: "no",
    message_size_limit: "52428800",
    virtual_mailbox_limit: "0",
    virtual_mailbox_domains: domains.join(", "),
    virtual_mailbox_base: join(directory, "mail"),
    virtual_mailbox_maps: "static:inbox/",
    virtual_uid_maps: `static:${MAILBOX_USER}`,
    virtual_gid_maps: `static:${MAILBOX_USER}`,
    ...(relayTo ? { relayhost: relayTo.replace(/^(.*):(\d+)$/, "[$1]:$2") } : {}),
    ...settings,
  };
  return Object.entries(all)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join("");
}

/** Debian's services without chroot, on one port of the loopback address. */
function masterCf(port: number): string {
  const services = [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    "pickup unix n - n 60 1 pickup",
    "cleanup unix n - n - 0 cleanup",
    "qmgr unix n - n 300 1 qmgr",
    "tlsmgr unix - - n 1000? 1 tlsmgr",
    "rewrite unix - - n - - trivial-rewrite",
    "bounce unix - - n - 0 bounce",
    "defer unix - - n - 0 bounce",
    "trace unix - - n - 0 bounce",
    "flush unix n - n 1000? 0 flush",
    "proxymap unix - - n - - proxymap",
    "smtp unix - - n - - smtp",
    "relay unix - - n - - smtp",
    "showq unix n - n - - showq",
    "error unix - - n - - error",
    "retry unix - - n - - error",
    "discard unix - - n - - discard",
    "virtual unix - n n - - virtual",
    "anvil unix - - n - 1 anvil",
    "scache unix - - n - 1 scache",
    "postlog unix-dgram n - n - 1 postlogd",
  ];
  return services.map((line) => `${line}\n`).join("");
}
