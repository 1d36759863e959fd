import type { Config } from "../../config.ts";
import { type Finding, failed, ok } from "../../features/health/index.ts";
import { tryPort } from "../serve/check-port.ts";

const ANSWER_WITHIN_MS = 3_000;

/** The port is free, or a running Posthouse has it. */
export async function checkOwnPort({ host, port }: Config): Promise<Finding> {
  const error = await tryPort({ host, port });
  if (!error) return ok(`port ${port} is free`);
  if (error.code !== "EADDRINUSE")
    return failed(`cannot listen on ${host} port ${port} (${error.code})`, "correct HOST or PORT");
  if (await isPosthouse({ host, port })) return ok(`port ${port}: Posthouse is running on it`);
  return failed(`port ${port} is taken by another program`, "stop that program, or set PORT to a free one");
}

async function isPosthouse({ host, port }: { host: string; port: number }): Promise<boolean> {
  const reachable = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  const authority = reachable.includes(":") ? `[${reachable}]` : reachable;
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const response = await fetch(`http://${authority}:${port}/healthz`, { signal }).catch(() => null);
  await response?.body?.cancel();
  return response?.status === 200 && response.headers.has("x-request-id");
}
