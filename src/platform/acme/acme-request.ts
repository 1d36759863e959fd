import https from "node:https";

export type AcmeResponse = {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
  /** The parsed JSON; an empty object for other content. */
  body: unknown;
};

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 1_000_000;

/** One request to a certificate authority, which the operator has chosen. */
export function requestJson(
  url: string,
  { method, body, ca }: { method: string; body?: string; ca: string | undefined },
): Promise<AcmeResponse> {
  return new Promise((resolve, reject) => {
    const request = https.request(
      url,
      {
        method,
        headers: {
          "user-agent": "Posthouse",
          connection: "close",
          ...(body !== undefined && {
            "content-type": "application/jose+json",
            "content-length": Buffer.byteLength(body),
          }),
        },
        agent: new https.Agent({ keepAlive: false }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(ca !== undefined && { ca }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > MAX_BYTES) request.destroy(new Error("the response is too long"));
          else chunks.push(chunk);
        });
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = String(response.headers["content-type"]).includes("json");
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers as Record<string, string | undefined>,
            text,
            body: isJson ? parse(text) : {},
          });
        });
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
