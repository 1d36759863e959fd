import { spawn } from "node:child_process";

/** A part that is a file, as a reader sees it. */
export type FileReading = {
  filename: string | null;
  contentType: string;
  disposition: string | null;
  /** Without its brackets. */
  contentId: string | null;
  base64: string;
};

/** What a reader that shares no code with us makes of a message. */
export type MailReading = {
  /** Decoded, in their order. */
  headers: [name: string, value: string][];
  /** By header name in lower case. */
  addresses: Record<string, [name: string, address: string][]>;
  plain: string | null;
  html: string | null;
  files: FileReading[];
};

/** Hands messages as a JSON list of base64 to a program, and reads a JSON list of readings from it. */
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
