import { spawn } from "node:child_process";

/** An attachment, as a reader sees it. */
export type FileReading = {
  filename: string | null;
  contentType: string;
  disposition: string | null;
  /** Without angle brackets. */
  contentId: string | null;
  base64: string;
};

/** A message as parsed by an independent program. */
export type MailReading = {
  /** Decoded, in order. */
  headers: [name: string, value: string][];
  /** By header name in lower case. */
  addresses: Record<string, [name: string, address: string][]>;
  plain: string | null;
  html: string | null;
  files: FileReading[];
};

/** Passes messages to a program as a JSON list of base64, and reads a JSON list of results. */
export async function readWith<Reading>(
  program: string,
  parameters: string[],
  raws: Buffer[],
): Promise<Reading[]> {
  const reader = spawn(program, parameters, { stdio: ["pipe", "pipe", "inherit"] });
  reader.stdin.end(JSON.stringify(raws.map((raw) => raw.toString("base64"))));
  const chunks: Buffer[] = [];
  for await (const chunk of reader.stdout) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Reading[];
}

export function withoutBrackets(contentId: string | undefined | null): string | null {
  return contentId?.trim().replace(/^<(.*)>$/, "$1") ?? null;
}
