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
  const { host, port } = config;
  const servesHttp = await isPosthouse({ host, port });
  const findings = await Promise.all(ports.map((own) => examinePort(own, { ...known, host, servesHttp })));
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

type Around = Pick<Known, "running"> & {
  host: string;
  /** Some instance of Posthouse responds on PORT. */
  servesHttp: boolean;
};

/** Null: the machine runs other roles of this instance, and not the one with this port. */
async function examinePort(own: Port, around: Around): Promise<Finding | null> {
  const { setting, port, role, isChosen } = own;
  const { host, running } = around;
  if (running && running.size > 0 && !running.has(role)) return null;
  const error = await tryPort({ host, port });
  if (!error) return ok(`port ${port} is free (${setting})`);
  const problem = isChosen ? failed : warning;
  if (error.code === "EACCES")
    return problem(`only root may listen on port ${port}`, `set ${setting} to a port above 1023`);
  if (error.code !== "EADDRINUSE")
    return failed(`cannot listen on ${host} port ${port} (${error.code})`, `correct HOST or ${setting}`);
  if (await isOurs(own, around)) return ok(`port ${port}: Posthouse is running on it`);
  return problem(
    `port ${port} is taken by another ${setting === "PORT" && around.servesHttp ? "instance of Posthouse" : "program"}`,
    `stop that program, or set ${setting} to a free one`,
  );
}

async function isOurs(
  { port, role, isChosen, greeting, isTls = false }: Port,
  { host, running, servesHttp }: Around,
): Promise<boolean> {
  if (running && !running.has(role)) return false;
  if (greeting === undefined) return running !== null || servesHttp;
  // The role runs only if it has the ports that were chosen for it.
  if (running && isChosen) return true;
  return (await readGreeting({ host, port, isTls })).startsWith(`220 ${greeting} ESMTP\r\n`);
}
