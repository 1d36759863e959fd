import { request } from "node:http";
import { connect as connectTcp } from "node:net";
import { connect as connectTls } from "node:tls";

const ANSWER_WITHIN_MS = 3_000;

type Address = { host: string; port: number };

/** Whether Posthouse serves HTTP there. The name localhost is allowed on every instance. */
export async function isPosthouse({ host, port }: Address): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const headers = { host: "localhost" };
  request({ host: reachable(host), port, path: "/healthz", headers, agent: false, signal }, (response) => {
    response.resume();
    resolve(response.statusCode === 200 && response.headers["x-request-id"] !== undefined);
  })
    .on("error", () => resolve(false))
    .end();
  return await promise;
}

/** The greeting of an SMTP server, or an empty text. */
export async function readGreeting({ host, port, isTls }: Address & { isTls: boolean }): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const target = { host: reachable(host), port };
  const socket = isTls ? connectTls({ ...target, rejectUnauthorized: false }) : connectTcp(target);
  socket
    .setTimeout(ANSWER_WITHIN_MS, () => socket.destroy())
    .on("error", () => resolve(""))
    .on("close", () => resolve(""))
    .once("data", (data) => {
      resolve(data.toString("latin1"));
      socket.end("QUIT\r\n");
    });
  return await promise;
}

function reachable(host: string): string {
  return host === "0.0.0.0" || host === "::" ? "localhost" : host;
}
