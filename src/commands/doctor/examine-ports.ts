import { type Config, type DeliveryMode, defaultSmtpPorts } from "../../config.ts";
import { type Finding, failed, ok, warning } from "../../features/health/index.ts";
import { tryPort } from "../serve/check-port.ts";
import { isPosthouse, readGreeting } from "./probe.ts";

type Role = "api" | "smtp" | "inbound";
type Port = {
  setting: string;
  port: number;
  role: Role;
  /** A default port of SMTP may be in use: the server then starts without it. */
  isChosen: boolean;
  /** The host name in the greeting of its SMTP server. */
  greeting?: string;
  isTls?: boolean;
};

type Known = {
  /** Null: not known, because the database cannot be read. */
  mode: DeliveryMode | null;
  /** The roles of this instance that run on this machine. Null: not known. */
  running: ReadonlySet<string> | null;
};

/** Each port on which the server listens is free, or this instance has it. */
export async function examinePorts(config: Config, known: Known): Promise<Finding[]> {
  const ports = portsOf(config, known.mode).filter(({ port }) => port !== 0);
  const repeated = ports.flatMap((one, index) => {
    const other = ports.slice(0, index).find(({ port }) => port === one.port);
    return other
      ? [
          failed(
            `${other.setting} and ${one.setting} are both ${one.port}`,
            `set ${one.setting} to another port`,
          ),
        ]
      : [];
  });
  const findings = await Promise.all(ports.map((port) => examinePort(config.host, port, known)));
  return [...repeated, ...findings.filter((finding) => finding !== null)];
}

function portsOf(config: Config, mode: DeliveryMode | null): Port[] {
  const { port, trackingHttps, smtpPort, smtpsPort, inboundPort } = config;
  const host = new URL(config.baseUrl).hostname;
  return [
    { setting: "PORT", port, role: "api", isChosen: true },
    ...(trackingHttps
      ? [{ setting: "TRACKING_HTTPS_PORT", port: trackingHttps.port, role: "api" as const, isChosen: true }]
      : []),
    {
      setting: "SMTP_PORT",
      port: smtpPort ?? defaultSmtpPorts.starttls,
      role: "smtp",
      isChosen: smtpPort !== null,
      greeting: host,
    },
    {
      setting: "SMTPS_PORT",
      port: smtpsPort ?? defaultSmtpPorts.implicit,
      role: "smtp",
      isChosen: smtpsPort !== null,
      greeting: host,
      isTls: true,
    },
    // Otherwise no bounces arrive here.
    ...(config.takesReturns || mode === "direct"
      ? [
          {
            setting: "INBOUND_PORT",
            port: inboundPort ?? defaultSmtpPorts.inbound,
            role: "inbound" as const,
            isChosen: inboundPort !== null,
            greeting: config.inboundHost,
          },
        ]
      : []),
  ];
}

/** Null: the machine runs other roles of this instance, and not the one with this port. */
async function examinePort(host: string, own: Port, { running }: Known): Promise<Finding | null> {
  const { setting, port, role, isChosen } = own;
  if (running && running.size > 0 && !running.has(role)) return null;
  const error = await tryPort({ host, port });
  if (!error) return ok(`port ${port} is free (${setting})`);
  const problem = isChosen ? failed : warning;
  if (error.code === "EACCES")
    return problem(`only root may listen on port ${port}`, `set ${setting} to a port above 1023`);
  if (error.code !== "EADDRINUSE")
    return failed(`cannot listen on ${host} port ${port} (${error.code})`, `correct HOST or ${setting}`);
  const isAnother = setting === "PORT" && (await isPosthouse({ host, port }));
  if (await isOurs(host, own, { running, isAnother })) return ok(`port ${port}: Posthouse is running on it`);
  return problem(
    `port ${port} is taken by another ${isAnother ? "instance of Posthouse" : "program"}`,
    `stop that program, or set ${setting} to a free one`,
  );
}

async function isOurs(
  host: string,
  { port, role, isChosen, greeting, isTls = false }: Port,
  { running, isAnother }: { running: Known["running"]; isAnother: boolean },
): Promise<boolean> {
  if (running && !running.has(role)) return false;
  if (greeting === undefined) return running !== null || isAnother;
  // The role runs only if it has the ports that were chosen for it.
  if (running && isChosen) return true;
  return (await readGreeting({ host, port, isTls })).startsWith(`220 ${greeting} ESMTP\r\n`);
}
