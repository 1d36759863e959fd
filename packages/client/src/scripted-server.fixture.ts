import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/**
 * The server's reaction to one request, after reading all of it. `drop`: closes without a response. `hang`: never responds.
 * `cut`: closes in the middle of the response.
 */
export type Step =
  | "drop"
  | "hang"
  | "cut"
  | { status?: number; headers?: Record<string, string>; json?: unknown; text?: string };

export type SeenRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

export type ScriptedServer = {
  baseUrl: string;
  requests: SeenRequest[];
  close(): Promise<void>;
};

/** A real HTTP server that performs the steps, one per request. The last step is repeated. */
export async function startScriptedServer(
  steps: Step[] | ((request: SeenRequest) => Step),
): Promise<ScriptedServer> {
  const requests: SeenRequest[] = [];
  const stepFor = (request: SeenRequest, index: number) =>
    typeof steps === "function" ? steps(request) : (steps[Math.min(index, steps.length - 1)] ?? "drop");
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const seen = { method, url, headers, body: await text(request) };
    requests.push(seen);
    carryOut(stepFor(seen, requests.length - 1), response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function carryOut(step: Step, response: ServerResponse): void {
  if (step === "hang") return;
  if (step === "drop") return void response.destroy();
  if (step === "cut") {
    response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
    response.write('{"success":', () => response.destroy());
    return;
  }
  const { status = 200, headers = {}, json } = step;
  const body = step.text ?? (json === undefined ? "" : JSON.stringify(json));
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
}

/** An error as the server writes it. */
export function errorStep(status: number, code: string, headers: Record<string, string> = {}): Step {
  const error = { code, message: `It is ${code}.`, request_id: "req-1", docs_url: "http://localhost/docs" };
  return { status, headers, json: { success: false, error } };
}
